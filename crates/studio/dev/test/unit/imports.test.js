import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const page = new URL('../../../page/', import.meta.url);

/** Who may import from whom; what is in the root of the page is `main`. @type {Record<string, string[]>} */
const MAY = {
  core: ['core'],
  io: ['core', 'io'],
  text: [],
  board: ['core', 'board'],
  family: ['core', 'family'],
  part: ['core', 'io', 'board', 'part', 'text'],
  view: ['core', 'io', 'board', 'family', 'part', 'text'],
  main: ['core', 'io', 'part', 'view', 'text'],
};

/** @param {string} file */
const room = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'main');

/** The files that a file imports; imports in comments are types, and those are free. @param {string} file */
function imports(file) {
  const code = readFileSync(new URL(file, page), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(/(?:from|import\()\s*'(\.[^']+)'|^import '(\.[^']+)'/gm);
  return [...found].map((m) => new URL(m[1] ?? m[2] ?? '', new URL(file, page)).href.slice(page.href.length));
}

const files = readdirSync(page, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js'));

test('every file imports only from rooms that its own may know', () => {
  for (const file of files) {
    for (const other of imports(file)) {
      const own = room(file);
      const inside = own === 'view' && room(other) === 'view' && other.split('/').length === 3;
      assert.ok(inside || MAY[own]?.includes(room(other)), `${file} imports ${other}`);
    }
  }
});

test('every import leads to a file', () => {
  for (const file of files)
    for (const other of imports(file)) assert.ok(files.includes(other), `${file}: ${other}`);
});

test('core knows no document, no window, no fetch and no clock', () => {
  const forbidden =
    /\b(document|window|fetch|localStorage|setTimeout|requestAnimationFrame|Date|performance)\b/;
  for (const file of files.filter((name) => room(name) === 'core')) {
    const code = readFileSync(new URL(file, page), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(code, forbidden, file);
  }
});
