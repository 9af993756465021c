/** What the rooms have in common that look at one puzzle: its name, or how to get one. */
import { failed } from '../io/api.js';
import { open } from '../io/opened.js';
import { text } from '../text/en.js';
import { faultList } from './faults.js';
import { make } from './make.js';

/** @import { Opened } from '../io/opened.js' */

/**
 * Opens the puzzle of a link. Where there is none, says so and how to get one.
 * @param {HTMLElement} root
 * @param {import('../core/link.js').Link} link
 * @param {AbortSignal} signal
 * @returns {Promise<Opened | null>}
 */
export async function enter(root, link, signal) {
  const found = await open(link, signal);
  if (signal.aborted) return null;
  if (found && failed(found)) throw new Error(found.error.message || text.page.unreachable);
  if (found && !('faults' in found)) return found;
  const t = text.rooms;
  const shelf = make('a', { class: 'button', href: '#shelf' }, t.toShelf);
  root.append(
    make(
      'div',
      { class: 'card no-puzzle' },
      make('h1', {}, found ? t.broken : t.noPuzzle),
      found ? faultList(found.faults) : make('p', {}, t.noPuzzleAbout),
      shelf,
    ),
  );
  return null;
}

/**
 * The name of the puzzle, with a way to another.
 * @param {Opened} opened
 * @param {string} room  the name of the view
 */
export function heading(opened, room) {
  const t = text.rooms;
  return make(
    'header',
    { class: 'room-head' },
    make('div', {}, make('p', { class: 'soft over' }, room), make('h1', {}, opened.title || t.untitled)),
    make('a', { class: 'button', href: '#shelf' }, t.another),
  );
}

/** Facts that stand elsewhere. */
const SHOWN = ['title', 'family'];

/**
 * What is known of a puzzle without any search.
 * @param {import('../types.js').Facts} known
 */
export function factList({ facts, impossible }) {
  const told = facts.filter(({ name }) => !SHOWN.includes(name));
  const pairs = told.map(({ name, words }) => make('div', {}, make('dt', {}, name), make('dd', {}, words)));
  const never = impossible ? make('p', { class: 'impossible' }, text.rooms.impossible(impossible)) : null;
  return make('div', { class: 'known' }, never, make('dl', { class: 'facts' }, ...pairs));
}
