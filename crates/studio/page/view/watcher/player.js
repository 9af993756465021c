/** Shows steps frame by frame. Where the page is hidden there are no frames, so nothing runs. */
import { due } from '../../core/pace.js';

/**
 * @typedef {object} Film
 * @property {() => number} at  steps shown
 * @property {() => number} aim  the place that it is on the way to, where its steps are still to come
 * @property {() => number} length  steps on the tape
 * @property {() => boolean} ended  will there be no more?
 * @property {(to: number) => void} show
 */

/** The rate is measured over so many milliseconds. */
const MEASURED = 1000;

export class Player {
  #film;
  #changed;
  #signal;
  #last = 0;
  #carried = 0;
  #since = 0;
  #shown = 0;
  running = false;
  /** Steps a second that are wanted. */
  speed = 1;
  /** Steps a second that were really shown. */
  reached = 0;

  /** @param {Film} film @param {() => void} changed @param {AbortSignal} signal */
  constructor(film, changed, signal) {
    this.#film = film;
    this.#changed = changed;
    this.#signal = signal;
  }

  toggle() {
    if (this.running) return this.pause();
    if (this.#over) this.#film.show(0);
    this.running = true;
    [this.#last, this.#carried, this.#since, this.#shown, this.reached] = [0, 0, 0, 0, 0];
    requestAnimationFrame((now) => this.#frame(now));
    this.#changed();
  }

  pause() {
    this.running = false;
    this.#changed();
  }

  /** Goes on or back by some steps and stays there. @param {number} steps */
  by(steps) {
    this.to(this.#film.aim() + steps);
  }

  /** Goes to a place of the tape and stays there. @param {number} place */
  to(place) {
    this.running = false;
    this.#film.show(place);
  }

  get #over() {
    return this.#film.ended() && this.#film.at() >= this.#film.length();
  }

  /** @param {number} now */
  #frame(now) {
    if (!this.running || this.#signal.aborted) return;
    if (this.#last === 0) [this.#last, this.#since] = [now, now];
    const { steps, carried } = due(this.speed, now - this.#last, this.#carried);
    [this.#last, this.#carried] = [now, carried];
    const before = this.#film.at();
    if (steps > 0) this.#film.show(Math.min(before + steps, this.#film.length()));
    this.#measure(now, this.#film.at() - before);
    if (this.#over) return this.pause();
    this.#changed();
    requestAnimationFrame((next) => this.#frame(next));
  }

  /** @param {number} now @param {number} steps */
  #measure(now, steps) {
    this.#shown += steps;
    if (now - this.#since < MEASURED) return;
    this.reached = (this.#shown * 1000) / (now - this.#since);
    [this.#since, this.#shown] = [now, 0];
  }
}
