/** Time and moves, the best of them, and a quiet celebration. */
import * as stopwatch from '../../core/stopwatch.js';
import { failed, rest } from '../../io/api.js';
import { load, save } from '../../io/store.js';
import { make } from '../../part/make.js';
import { sign } from '../../part/signs.js';
import { text } from '../../text/en.js';

/** @import { Table } from '../table.js' */

const t = text.table;

/** @typedef {{moves: number, ran: number}} Result */

export class Score {
  #table;
  #watch;
  /** Did someone stop the clock on purpose? */
  #paused = false;
  /** @type {number | null} */
  #least = null;
  #time = make('span', { role: 'timer', 'aria-live': 'off' });
  #moves = make('dd');
  #best = make('dd');
  #bestRow = make('div', { hidden: true }, make('dt', {}, t.best), this.#best);
  #clock = make('button', { type: 'button', class: 'quiet icon' });

  /** @param {Table} table @param {number} ran */
  constructor(table, ran) {
    this.#table = table;
    this.#watch = stopwatch.stopped(ran);
    table.parts.status.append(
      make('div', {}, make('dt', {}, t.time), make('dd', { class: 'time' }, this.#time)),
      make('div', {}, make('dt', {}, t.moves), this.#moves),
      this.#bestRow,
    );
    table.parts.status.after(this.#clock);
    this.#clock.addEventListener('click', () => this.#toggle());
    const tick = setInterval(() => this.#tick(), 1000);
    table.signal.addEventListener('abort', () => clearInterval(tick));
    const away = () => (document.hidden ? this.#stop() : this.#wake());
    document.addEventListener('visibilitychange', away, { signal: table.signal });
    addEventListener('pagehide', () => table.keep(), { signal: table.signal });
    this.#tick();
  }

  /** Milliseconds played. */
  get ran() {
    return stopwatch.read(this.#watch, performance.now());
  }

  begin() {
    this.show();
    void this.#learnLeast();
  }

  /** The clock runs from the first touch on. */
  start() {
    if (this.#paused || this.#table.view?.solved || document.hidden) return;
    this.#watch = stopwatch.start(this.#watch, performance.now());
    this.#tick();
  }

  #stop() {
    this.#watch = stopwatch.pause(this.#watch, performance.now());
    this.#tick();
  }

  /** Goes on when the page is seen again, if it was going. */
  #wake() {
    if (this.ran > 0 && this.#table.session.game.at > 0) this.start();
  }

  #toggle() {
    this.#paused = this.#watch.since !== null;
    if (this.#paused) this.#stop();
    else this.start();
  }

  #tick() {
    this.#time.textContent = stopwatch.words(this.ran);
    const running = this.#watch.since !== null;
    const words = running ? t.pause : t.go;
    if (this.#clock.title === words) return;
    this.#clock.title = words;
    this.#clock.setAttribute('aria-label', words);
    this.#clock.replaceChildren(sign(running ? 'pause' : 'go'));
  }

  /** How many moves are made, as the family counts them. */
  get moves() {
    return this.#table.view.moves?.moves ?? this.#table.session.game.at;
  }

  show() {
    if (this.#table.view.solved) this.#stop();
    const least = this.#least === null ? '' : ` ${t.least(this.#least)}`;
    this.#moves.textContent = `${this.moves}${least}`;
    const best = this.#result();
    this.#bestRow.hidden = best === null;
    if (best) this.#best.textContent = t.bestOf(stopwatch.words(best.ran), best.moves);
    this.#table.parts.stage.classList.toggle('solved', this.#table.view.solved);
    if (!this.#table.view.solved) document.querySelector('.celebration')?.remove();
  }

  /** @returns {Result | null} */
  #result() {
    const kept = load(`best.${this.#table.opened.id}`);
    return typeof kept?.moves === 'number' && typeof kept.ran === 'number' ? kept : null;
  }

  /** What the fewest moves are: of a tray that takes a search, and they are shown where it is soon done. */
  async #learnLeast() {
    const { opened, signal, setup } = this.#table;
    if (setup.least !== undefined) {
      this.#least = setup.least;
      return this.show();
    }
    if (opened.family !== 'sliding') return;
    const known = load(`least.${opened.id}`);
    const least = typeof known === 'number' ? known : await ask();
    if (least === null || signal.aborted) return;
    this.#least = least;
    save(`least.${opened.id}`, least);
    this.show();

    async function ask() {
      const answer = await rest({ puzzle: opened.puzzle, moves: [] }, signal);
      return failed(answer) || 'none' in answer || !answer.shortest ? null : (answer.length?.moves ?? null);
    }
  }

  /** The puzzle is solved: the board stays in sight, and it is said once. */
  celebrate() {
    this.#stop();
    const [moves, ran] = [this.moves, this.ran];
    const words = [t.solvedIn(moves, stopwatch.words(ran))];
    if (this.#least !== null) words.push(t.solvedLeast(this.#least, moves <= this.#least));
    if (this.#table.helped > 0) words.push(t.solvedHelped);
    else if (this.#isBest({ moves, ran })) words.push(t.solvedBest);
    this.#table.say(`${t.solved} ${words.join(' ')}`);
    const again = make('button', { type: 'button' }, sign('restart'), make('span', {}, t.again));
    const shelf = make('a', { class: 'button', href: '#shelf' }, t.toShelf);
    again.addEventListener('click', () => void this.#again());
    const card = make(
      'div',
      { class: 'celebration card' },
      make('h2', {}, t.solved),
      make('p', {}, words.join(' ')),
    );
    card.append(make('div', { class: 'pair' }, again, shelf));
    document.querySelector('.celebration')?.remove();
    this.#table.parts.said.after(card);
    this.show();
    this.#table.keep();
  }

  /** Keeps a result that is the best so far: fewer moves, then less time. @param {Result} result */
  #isBest(result) {
    const best = this.#result();
    const better =
      !best || result.moves < best.moves || (result.moves === best.moves && result.ran < best.ran);
    if (better) save(`best.${this.#table.opened.id}`, result);
    return better;
  }

  async #again() {
    this.#watch = stopwatch.stopped();
    this.#paused = false;
    this.#table.helped = 0;
    await this.#table.restart();
    this.#watch = stopwatch.stopped();
    this.#tick();
    this.#table.board.cells.focus();
  }
}
