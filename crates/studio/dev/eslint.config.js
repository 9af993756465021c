import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 450],
      'max-lines-per-function': ['error', { max: 45, skipComments: true, skipBlankLines: true }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/test/**', 'eslint.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // All texts are in one file, so that a translation is one file too.
    files: ['**/text/**'],
    rules: { 'max-lines': 'off' },
  },
];
