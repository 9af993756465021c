/** Puzzles as cards: a picture, a title, a few words. */
import { draw, failed, read, shelvedPicture } from '../../io/api.js';
import { make } from '../../part/make.js';
import { whenNear } from '../../part/near.js';
import { address } from '../../part/picture.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */
/** @import { Kept } from '../../io/store.js' */

/** @typedef {wire.Shelf['puzzles'][number]} Shelved */

const FAMILIES = /** @type {const} */ (['tiling', 'sliding', 'matching']);

/**
 * @param {string} href
 * @param {HTMLImageElement} picture
 * @param {string} title
 * @param {string} words
 */
const card = (href, picture, title, words) =>
  make(
    'li',
    {},
    make(
      'a',
      { class: 'card puzzle', href },
      make('span', { class: 'picture' }, picture),
      make('span', { class: 'title' }, title),
      make('span', { class: 'soft words' }, words),
    ),
  );

/** @param {Shelved} puzzle */
function shelvedCard({ name, title, words }) {
  const picture = make('img', { alt: '', decoding: 'async' });
  whenNear(picture, () => (picture.src = shelvedPicture(name)));
  return card(`#table?name=${encodeURIComponent(name)}`, picture, title, words);
}

/**
 * The built-in puzzles by family, and how to narrow them down.
 * @param {readonly Shelved[]} puzzles
 */
export function families(puzzles) {
  const cards = puzzles.map((puzzle) => ({
    puzzle,
    element: shelvedCard(puzzle),
  }));
  const sections = FAMILIES.map((family) => {
    const mine = cards.filter(({ puzzle }) => puzzle.family === family);
    const list = make('ul', { class: 'cards' }, ...mine.map(({ element }) => element));
    const id = `family-${family}`;
    const head = make('h2', { id }, text.shelf.families[family]);
    const about = make('p', { class: 'soft' }, text.shelf.about[family]);
    return {
      mine,
      element: make('section', { 'aria-labelledby': id }, head, about, list),
    };
  });
  /** Shows what has all these words. @param {string} words @returns {number} how many that are */
  const narrow = (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { mine, element } of sections) {
      const fits = mine.filter(({ puzzle, element: item }) => (item.hidden = !has(puzzle, wanted)) === false);
      element.hidden = fits.length === 0;
      shown += fits.length;
    }
    return shown;
  };
  return { elements: sections.map(({ element }) => element), narrow };
}

/** @param {Shelved} puzzle @param {readonly string[]} wanted */
function has({ name, title, family, words }, wanted) {
  const all = `${name} ${title} ${family} ${text.shelf.families[family]} ${words}`.toLowerCase();
  return wanted.every((word) => all.includes(word));
}

/**
 * What was opened last.
 * @param {readonly Kept[]} kept
 * @param {AbortSignal} signal
 */
export function recentCards(kept, signal) {
  return kept.map(({ id, name, title, family, native }) => {
    const picture = make('img', { alt: '', decoding: 'async' });
    whenNear(picture, () => {
      if (name) picture.src = shelvedPicture(name);
      else void drawInto(picture, native, signal);
    });
    const href = name ? `#table?name=${encodeURIComponent(name)}` : `#table?kept=${id}`;
    return card(
      href,
      picture,
      title || text.shelf.untitled,
      text.shelf.families[/** @type {wire.Family} */ (family)] ?? '',
    );
  });
}

/**
 * @param {HTMLImageElement} picture
 * @param {string} native
 * @param {AbortSignal} signal
 */
async function drawInto(picture, native, signal) {
  const found = await read({ text: native }, signal);
  if (failed(found) || 'faults' in found) return;
  const svg = await draw({ puzzle: found.puzzle, as: 'svg' }, signal);
  if (!failed(svg)) picture.src = address(svg);
}
