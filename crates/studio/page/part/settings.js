/** What people choose once for all puzzles: colours, motion, how much is shown. Kept by the browser. */
import { load, save } from '../io/store.js';

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} colours
 * @property {boolean} still No motion.
 * @property {'nothing' | 'targets' | 'all'} shown How much is shown while playing: nothing, where a piece may go, mistakes too.
 * @property {boolean} helpful Tiles turn by themselves when that makes them fit.
 */

/** @type {Settings} */
const USUAL = { colours: 'system', still: false, shown: 'all', helpful: false };

/** @type {Settings} */
let now = { ...USUAL, ...load('settings') };

/** The settings as they are. @returns {Readonly<Settings>} */
export const settings = () => now;

/** Changes some settings, keeps them, and tells the page (event `settings` on the document). @param {Partial<Settings>} some */
export function change(some) {
  now = { ...now, ...some };
  save('settings', now);
  applySettings();
  document.dispatchEvent(new CustomEvent('settings', { detail: now }));
}

/** Sets what style sheets look at. */
export function applySettings() {
  const root = document.documentElement;
  if (now.colours === 'system') delete root.dataset['colours'];
  else root.dataset['colours'] = now.colours;
  root.toggleAttribute('data-still', isStill());
}

/** Is nothing to move by itself? */
export const isStill = () => now.still || matchMedia('(prefers-reduced-motion: reduce)').matches;
