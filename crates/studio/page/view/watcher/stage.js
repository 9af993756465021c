/** The board that is watched: a drawing whose groups are moved, or drawn anew where it must be. */
import { latest } from '../../core/latest.js';
import { lying, wind } from '../../core/tape.js';
import { draw, failed, game } from '../../io/api.js';
import { make } from '../../part/make.js';

/** @import * as wire from '../../types.js' */
/** @import { Shown } from './reel.js' */
/** @import { Tape } from '../../core/tape.js' */

export class Stage {
  /** The groups of the drawing by name and copy. @type {Map<string, Element>} */
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
      const copy = group.getAttribute('data-copy') ?? '1';
      this.#groups.set(`${group.getAttribute('data-piece')} ${copy}`, group);
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
    const acts = [...wind(tape, from, to)];
    const flat = acts.every(([index]) => tape.steps[index]?.changes);
    if (!flat) return this.#anew(lying(tape, to));
    for (const [index, lies] of acts) {
      for (const change of tape.steps[index]?.changes ?? []) this.#set(change, lies);
    }
    this.#mark(tape.steps[to - 1]);
  }

  /** @param {wire.Change} change @param {boolean} lies */
  #set({ piece, copy, group, turn, letters }, lies) {
    const element = this.#groups.get(`${piece} ${copy}`);
    if (!element) return;
    if (!lies) return element.setAttribute('display', 'none');
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

  /** Sets the one that was laid last apart. @param {Shown | undefined} step */
  #mark(step) {
    this.#newest?.classList.remove('newest');
    const [change] = step?.act === 'laid' ? (step.changes ?? []) : [];
    this.#newest = change && this.#groups.get(`${change.piece} ${change.copy}`);
    this.#newest?.classList.add('newest');
  }
}

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
