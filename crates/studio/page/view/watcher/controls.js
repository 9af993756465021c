/** Run, pause, one by one, how fast, and where on the tape. */
import { brief } from '../../core/numbers.js';
import { FASTEST, SLOWEST, speedOf } from '../../core/pace.js';
import { button, enable, make } from '../../part/make.js';
import { text } from '../../text/en.js';
import { Player } from './player.js';

/** @import { Film } from './player.js' */

const t = text.watcher;
/** Where the slider stands at first: about four steps a second. */
const USUAL = 0.6;

export class Controls {
  #film;
  #player;
  #play = button(t.play, () => this.#player.toggle(), { class: 'main' });
  #back = button(t.back, () => this.#player.by(-1));
  #on = button(t.on, () => this.#player.by(1));
  #first = button(t.first, () => this.#player.to(0));
  #speed = make('input', {
    type: 'range',
    min: SLOWEST,
    max: FASTEST,
    step: 0.1,
    value: USUAL,
    'aria-label': t.speed,
  });
  #rate = make('output', { class: 'rate' });
  #place = make('input', { type: 'range', min: 0, max: 0, value: 0, class: 'place', 'aria-label': t.place });
  elements = [
    this.#place,
    make('div', { class: 'buttons' }, this.#first, this.#back, this.#play, this.#on),
    make('label', { class: 'pace' }, make('span', {}, t.speed), this.#speed, this.#rate),
  ];

  /**
   * @param {Film} film
   * @param {AbortSignal} signal
   */
  constructor(film, signal) {
    this.#film = film;
    this.#player = new Player(film, () => this.paint(), signal);
    this.#speed.addEventListener('input', () => this.paint());
    this.#place.addEventListener('input', () => this.#player.to(this.#place.valueAsNumber));
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  paint() {
    const [film, player] = [this.#film, this.#player];
    player.speed = speedOf(this.#speed.valueAsNumber);
    this.#play.textContent = player.running ? t.pause : t.play;
    this.#place.max = String(film.length());
    this.#place.value = String(film.at());
    this.#place.setAttribute('aria-valuetext', t.stepOf(film.at(), film.length()));
    enable(this.#back, film.at() > 0);
    enable(this.#first, film.at() > 0);
    enable(this.#on, !film.ended() || film.at() < film.length());
    const wanted = brief(player.speed);
    this.#rate.textContent = player.running ? t.rateReached(wanted, brief(player.reached)) : t.rate(wanted);
  }

  /** Space and arrows, where they mean nothing else. @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const within = (/** @type {string} */ what) =>
      event.target instanceof Element && event.target.closest(what);
    if (event.key === ' ' && !within('button, input, select, a, dialog')) this.#player.toggle();
    else if (event.key === 'ArrowRight' && !within('input, select, dialog')) this.#player.by(1);
    else if (event.key === 'ArrowLeft' && !within('input, select, dialog')) this.#player.by(-1);
    else return;
    event.preventDefault();
  }
}
