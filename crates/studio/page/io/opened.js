/** From a link to the puzzle that it means. */
import { identify } from '../core/link.js';
import { failed, opened, read, shelf, shelved } from './api.js';
import { kept, recent, remember } from './store.js';

/** @import * as wire from '../types.js' */

/**
 * A puzzle that is open: what was read, its id for what we keep, and its name if it is built in.
 * @typedef {wire.Read & {id: string, name?: string}} Opened
 */

/** Remembers a puzzle that was read as the one opened last. @param {wire.Read} found @param {string} [name] @returns {Opened} */
export function asOpened(found, name) {
  const id = identify(found.native);
  remember({
    id,
    title: found.title,
    family: found.family,
    native: found.native,
    ...(name ? { name } : {}),
  });
  return { ...found, id, ...(name ? { name } : {}) };
}

/** What the command line named; `null` where it named nothing. @param {AbortSignal} signal */
async function named(signal) {
  const all = await shelf(signal);
  return failed(all) ? all : all.opened === null ? null : opened(signal);
}

/**
 * The puzzle of a link; of a link without one, the puzzle opened last, or the one of the command line.
 * @param {import('../core/link.js').Link} link
 * @param {AbortSignal} signal
 * @returns {Promise<Opened | wire.Unread | wire.Failed | null>} `null` where there is none to open.
 */
export async function open(link, signal) {
  const direct = link.name !== undefined || link.text !== undefined || link.opened;
  const known = direct ? null : link.kept !== undefined ? kept(link.kept) : recent()[0];
  if (link.kept !== undefined && !known) return null;
  const name = link.name ?? known?.name;
  const native = link.text ?? known?.native;
  const answer = await (name !== undefined
    ? shelved(name, signal)
    : native !== undefined
      ? read({ text: native, from: 'native' }, signal)
      : named(signal));
  if (answer === null || failed(answer)) return answer;
  return 'faults' in answer ? answer : asOpened(answer, name);
}

/** The part of a link that names an open puzzle. @param {Opened} opened @returns {{name: string} | {text: string}} */
export const puzzleOf = (opened) => (opened.name ? { name: opened.name } : { text: opened.native });
