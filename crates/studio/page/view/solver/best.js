/** The best board so far, and how it became so. */
import { latest } from '../../core/latest.js';
import { time } from '../../core/numbers.js';
import { draw, failed } from '../../io/api.js';
import { Curve } from '../../part/curve.js';
import { make } from '../../part/make.js';
import { address } from '../../part/picture.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

const t = text.solver;

export class Best {
  #board = make('img', { class: 'drawing', alt: t.bestAlt, decoding: 'async' });
  #score = make('p', { class: 'score' });
  #curve = new Curve();
  #seconds = 0;
  #redraw;
  /** The best board. @type {wire.Solution | null} */
  solution = null;
  element = make(
    'section',
    { class: 'best card', 'aria-label': t.best, hidden: true },
    make('div', { class: 'board' }, this.#score, this.#board),
    make('figure', {}, this.#curve, make('figcaption', { class: 'soft' }, t.curve)),
  );

  /** @param {wire.Puzzle} puzzle @param {AbortSignal} signal */
  constructor(puzzle, signal) {
    this.#redraw = latest(
      (/** @type {wire.Solution} */ solution) => draw({ puzzle, solution, as: 'svg' }, signal),
      (svg) => {
        if (!failed(svg)) this.#board.src = address(svg);
      },
    );
  }

  begin() {
    this.element.hidden = false;
    this.#seconds = 0;
    this.solution = null;
    this.#score.textContent = '';
    this.#curve.begin(t.curve);
  }

  /** The points that are known already. @param {readonly wire.Scored[]} curve */
  fill(curve) {
    for (const { seconds, matched } of curve) this.#curve.add({ seconds, score: matched });
  }

  /** @param {any} data */
  progress(data) {
    this.#seconds = data.seconds;
    this.#curve.tick(data.seconds);
  }

  /** @param {any} data */
  improved({ solution, score, seconds = this.#seconds }) {
    const { matched, possible, placed, cells } = score;
    this.solution = solution;
    this.#score.textContent = t.score(matched, possible, placed, cells);
    this.#curve.add({ seconds, score: matched });
    this.#curve.setAttribute('aria-label', t.curveAt(matched, possible, time(seconds)));
    this.#redraw(solution);
  }
}
