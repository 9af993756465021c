/** The board that is watched: a drawing whose groups are moved, or drawn anew where it must be. */
import { latest } from '../../core/latest.js';
import { lying, wind } from '../../core/tape.js';
import { draw, failed, game } from '../../io/api.js';
import { make } from '../../part/make.js';

/** @import * as wire from '../../types.js' */
/** @import { Shown } from './reel.js' */
/** @import { Tape } from '../../core/tape.js' */

export class Stage {
  /** The groups of the drawing by name and copy, and as they were drawn. @type {Map<string, {group: Element, start: Element}>} */
  #groups = new Map();
  /** @type {Element | undefined} */
  #newest;
  #puzzle;
  #signal;
  #anew;
  element;

  /**
   * @param {wire.Puzzle} puzzle
   * @param {string} label
   * @param {AbortSignal} signal
   */
  constructor(puzzle, label, signal) {
    this.#puzzle = puzzle;
    this.#signal = signal;
    this.element = make('div', { class: 'watched', role: 'img', 'aria-label': label });
    this.#anew = latest(
      (/** @type {readonly Shown[]} */ steps) =>
        draw({ puzzle, solution: asSolution(puzzle, steps), as: 'touch', prefix: 'w' }, signal),
      (svg) => {
        if (!failed(svg)) this.put(svg);
      },
    );
  }

  /** Shows a drawing. @param {string} svg */
  put(svg) {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    parsed.setAttribute('aria-hidden', 'true');
    this.element.replaceChildren(document.importNode(parsed, true));
    this.#groups.clear();
    for (const group of this.element.querySelectorAll('[data-piece]')) {
      const thing = `${group.getAttribute('data-piece')} ${group.getAttribute('data-copy') ?? '1'}`;
      this.#groups.set(thing, { group, start: /** @type {Element} */ (group.cloneNode(true)) });
    }
  }

  async empty() {
    const told = { puzzle: this.#puzzle, moves: [], mode: /** @type {const} */ ('strict'), draw: 'w' };
    const answer = await game(told, this.#signal);
    if (!failed(answer)) this.put(answer.svg ?? '');
  }

  /**
   * Shows the board at a place of the tape.
   * @param {Tape<Shown>} tape
   * @param {number} from  what is shown now
   * @param {number} to
   */
  wind(tape, from, to) {
    const solid = tape.steps.slice(Math.min(from, to), Math.max(from, to)).some(({ changes }) => !changes);
    if (solid) return this.#anew(lying(tape, to));
    for (const [thing, index] of wind(tape, from, to)) {
      const change = tape.steps[index]?.changes?.find((one) => thingOf(one) === thing);
      if (change) this.#set(thing, change);
      else this.#reset(thing);
    }
    this.#mark(tape.steps[to - 1]);
  }

  /** @param {string} thing @param {wire.Change} change */
  #set(thing, { group, turn, letters }) {
    const element = this.#groups.get(thing)?.group;
    if (!element) return;
    attributes(element, group);
    const turning = element.querySelector('[data-turn]');
    if (turning) attributes(turning, turn);
    let letter = turning?.nextElementSibling;
    for (const given of letters) {
      if (!letter) break;
      attributes(letter, given);
      letter = letter.nextElementSibling;
    }
  }

  /** As it was drawn. @param {string} thing */
  #reset(thing) {
    const known = this.#groups.get(thing);
    if (!known) return;
    const group = /** @type {Element} */ (known.start.cloneNode(true));
    known.group.replaceWith(group);
    known.group = group;
  }

  /** Sets what was laid last apart. @param {Shown | undefined} step */
  #mark(step) {
    this.#newest?.classList.remove('newest');
    const [change] = step?.act === 'laid' ? (step.changes ?? []) : [];
    this.#newest = change && this.#groups.get(thingOf(change))?.group;
    this.#newest?.classList.add('newest');
  }
}

/** The name of the group that a change is about. @param {wire.Change} change */
export const thingOf = ({ piece, copy }) => `${piece} ${copy}`;

/** @param {Element} element @param {wire.Attributes} given */
function attributes(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/**
 * What lies on the board, as a solution that is not whole.
 * @param {wire.Puzzle} puzzle
 * @param {readonly Shown[]} steps
 * @returns {wire.Solution}
 */
function asSolution({ family, width, height }, steps) {
  if (family === 'tiling') {
    const cover = steps.map(({ piece, cells }) => ({ piece, cells }));
    return { v: 1, kind: 'solution', family, cover };
  }
  const board = Array.from({ length: width * height }, () => /** @type {object | null} */ (null));
  for (const { piece, cell, turn = 0 } of steps) {
    board[(cell[1] ?? 0) * width + (cell[0] ?? 0)] = { tile: piece, turn };
  }
  return { v: 1, kind: 'solution', family, board };
}
