/**
 * The puzzle on the workshop's desk: one text, one document, and what the server says of them. Writing changes the text
 * and then the document, painting the document and then the text.
 */
import { begin, push, redo, undo } from '../../core/history.js';
import { latest, settled } from '../../core/latest.js';
import { failed, read } from '../../io/api.js';
import { load, save } from '../../io/store.js';

/** @import * as wire from '../../types.js' */
/** @import { History } from '../../core/history.js' */

/**
 * @typedef {{text: string, puzzle: wire.Puzzle | null, by: 'text' | 'hand'}} Draft  the newer of the two is by this
 * @typedef {{text: string} | {puzzle: wire.Puzzle}} Wish
 *
 * @typedef {object} Heard
 * @property {(text: string) => void} text  another text is to be shown
 * @property {(puzzle: wire.Puzzle) => void} puzzle  another document is to be shown
 * @property {(found: wire.Read) => void} read  it is a puzzle, and this is known of it
 * @property {(found: wire.Unread, by: 'text' | 'hand') => void} unread  it is none, and this is why
 * @property {(words: string) => void} trouble
 */

/** Nothing is asked until the hand has rested so long, in milliseconds. */
const REST = 200;
const CLOCK = {
  set: (/** @type {() => void} */ run, /** @type {number} */ wait) => setTimeout(run, wait),
  clear: (/** @type {number} */ timer) => clearTimeout(timer),
};

/** What was on the desk when the page was left. @returns {Draft | null} */
export function draft() {
  const kept = load('workshop');
  return typeof kept?.text === 'string' ? kept : null;
}

export class Desk {
  /** @type {History<Draft>} */
  #history = begin({ text: '', puzzle: null, by: 'text' });
  #hear;
  #check;
  #soon;

  /** @param {Heard} hear @param {AbortSignal} signal */
  constructor(hear, signal) {
    this.#hear = hear;
    this.#check = latest(
      (/** @type {Wish} */ wish) => read(wish, signal),
      (answer, wish) => this.#answered(answer, wish),
    );
    this.#soon = settled(REST, this.#check, CLOCK);
  }

  /** @param {wire.Read | wire.Unread | wire.Failed} answer @param {Wish} wish */
  #answered(answer, wish) {
    const hear = this.#hear;
    const by = 'text' in wish ? 'text' : 'hand';
    if (failed(answer)) {
      if (answer.error.code !== 'aborted') hear.trouble(answer.error.message);
    } else if ('faults' in answer) {
      hear.unread(answer, by);
    } else {
      if ('text' in wish) {
        this.#set(push(this.#history, { text: wish.text, puzzle: answer.puzzle, by }));
        hear.puzzle(answer.puzzle);
      } else {
        this.#set({ ...this.#history, now: { text: answer.native, puzzle: wish.puzzle, by } });
        hear.text(answer.native);
      }
      hear.read(answer);
    }
  }

  /** @param {History<Draft>} next */
  #set(next) {
    this.#history = next;
    save('workshop', next.now);
  }

  /** @param {History<Draft>} next */
  #wind(next) {
    const { puzzle } = next.now;
    if (next.now === this.#history.now || !puzzle) return;
    this.#set(next);
    this.#hear.puzzle(puzzle);
    this.#check({ puzzle });
  }

  /** A text that was typed. @param {string} text */
  typed(text) {
    save('workshop', { ...this.#history.now, text, by: 'text' });
    this.#soon({ text });
  }

  /** A text that was brought. @param {string} text */
  put(text) {
    this.#hear.text(text);
    this.#check({ text });
  }

  /** A document that hands have made. @param {wire.Puzzle} puzzle */
  painted(puzzle) {
    this.#set(push(this.#history, { text: this.#history.now.text, puzzle, by: 'hand' }));
    this.#hear.puzzle(puzzle);
    this.#soon({ puzzle });
  }

  undo() {
    this.#wind(undo(this.#history));
  }

  redo() {
    this.#wind(redo(this.#history));
  }

  get puzzle() {
    return this.#history.now.puzzle;
  }

  get canUndo() {
    return Boolean(this.#history.past.at(-1)?.puzzle);
  }

  get canRedo() {
    return this.#history.future.length > 0;
  }
}
