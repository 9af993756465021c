/** What is wrong with a text or a drawing: a list with the places. */
import { text } from '../text/en.js';
import { make } from './make.js';

/** @import { Fault } from '../types.js' */

/** @param {Fault} fault */
const line = (fault) => text.rooms.place(fault.line, fault.column);

/**
 * @param {readonly Fault[]} faults
 * @param {(fault: Fault) => void} [go]  makes each place a button that leads there
 * @param {(fault: Fault) => string} [place]  in words; '' for none
 */
export function faultList(faults, go, place = line) {
  const item = (/** @type {Fault} */ fault) => {
    const words = place(fault);
    const there = go
      ? make('button', { type: 'button', class: 'place', onclick: () => go(fault) }, words)
      : make('span', { class: 'place' }, words);
    return make(
      'li',
      {},
      words ? there : null,
      make('span', { class: 'words' }, fault.message),
      fault.help ? make('span', { class: 'soft help' }, fault.help) : null,
    );
  };
  return make('ul', { class: 'faults' }, ...faults.map(item));
}
