/** What is wrong with a text: a list with the places. */
import { text } from '../text/en.js';
import { make } from './make.js';

/** @import { Fault } from '../core/marks.js' */

/**
 * @param {readonly Fault[]} faults
 * @param {(fault: Fault) => void} [go]  makes each place a button that leads there
 */
export function faultList(faults, go) {
  const item = (/** @type {Fault} */ fault) => {
    const place = text.rooms.place(fault.line, fault.column);
    return make(
      'li',
      {},
      go
        ? make('button', { type: 'button', class: 'place', onclick: () => go(fault) }, place)
        : make('span', { class: 'place' }, place),
      make('span', { class: 'words' }, fault.message),
      fault.help ? make('span', { class: 'soft help' }, fault.help) : null,
    );
  };
  return make('ul', { class: 'faults' }, ...faults.map(item));
}
