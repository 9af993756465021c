/** What stands beside the text or the drawing: the picture, what is known, what can be asked and done. */
import { make } from '../../part/make.js';
import { picture } from '../../part/picture.js';
import { factList } from '../../part/room.js';
import { text } from '../../text/en.js';
import { Acts } from './acts.js';
import { Answers } from './answers.js';

/** @import * as wire from '../../types.js' */

const t = text.workshop;

/** The id of what is said, for the text that it is about. */
export const SAID = 'workshop-said';

export class Beside {
  #said = make('div', { id: SAID, class: 'said', 'aria-live': 'polite' });
  #drawing;
  #figure;
  #acts;
  #answers;
  element;

  /**
   * @param {() => wire.Puzzle | null} puzzle
   * @param {AbortSignal} signal
   */
  constructor(puzzle, signal) {
    this.#drawing = picture(t.picture, signal);
    this.#acts = new Acts(signal);
    this.#answers = new Answers(puzzle, signal);
    this.#figure = make('figure', { class: 'card shown' }, this.#drawing.image, this.#said);
    this.element = make('div', { class: 'beside' }, this.#figure, this.#acts.element, this.#answers.element);
  }

  /** Another puzzle lies on the desk: answers to the last one are not true any more. */
  forget() {
    this.#answers.forget();
    this.#acts.wait();
  }

  /** @param {wire.Read} found */
  read(found) {
    const own = found.format === 'native' || found.format === 'json';
    const format = own ? [] : [make('p', { class: 'soft' }, t.readAs(found.format))];
    this.#figure.classList.remove('stale');
    this.#said.replaceChildren(...format, factList(found));
    this.#acts.show(found);
    this.#answers.allow(true);
    void this.#drawing.redraw({ puzzle: found.puzzle });
  }

  /**
   * @param {string} words  before the list
   * @param {HTMLElement} list  of faults
   */
  unread(words, list) {
    this.#figure.classList.add('stale');
    this.#acts.show(null);
    this.#answers.allow(false);
    this.#answers.forget();
    this.#said.replaceChildren(make('p', { class: 'not-yet' }, words), list);
  }

  /** @param {string} words */
  trouble(words) {
    this.#said.replaceChildren(make('p', { class: 'not-yet' }, words));
  }
}
