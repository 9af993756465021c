/** Help with a puzzle: a hint with its reason, a check, whether it can still be solved, and the rest of the way. */
import { key } from '../../core/geometry.js';
import { failed, hint, solvable } from '../../io/api.js';
import { make } from '../../part/make.js';
import { isStill } from '../../part/settings.js';
import { text } from '../../text/en.js';

/** @import { Hint, Move } from '../../types.js' */
/** @import { Table } from '../table.js' */

/** Between two moves that are shown, in milliseconds. */
const PACE = 350;

export class Advice {
  #table;
  /** @type {Hint | null} */
  #hint = null;
  /** @type {AbortController | null} */
  #asking = null;
  #solving = 0;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Whatever is going on ends: someone has made a move. */
  stop() {
    this.#asking?.abort();
    this.#asking = null;
    this.#hint = null;
    this.#solving++;
  }

  /**
   * Asks, unless something else happens first.
   * @template T
   * @param {(signal: AbortSignal) => Promise<import('../../io/api.js').Answer<T>>} question
   * @returns {Promise<T | null>}
   */
  async #ask(question) {
    this.stop();
    const mine = (this.#asking = new AbortController());
    const signal = AbortSignal.any([mine.signal, this.#table.signal]);
    this.#table.parts.tell(text.table.wait);
    const answer = await question(signal);
    if (signal.aborted) return null;
    this.#asking = null;
    if (!failed(answer)) return answer;
    this.#table.say(answer.error.code === 'unreachable' ? text.page.unreachable : answer.error.message);
    return null;
  }

  /** A hint; asked for again it is done. */
  async hint() {
    if (this.#hint) return this.#take(this.#hint);
    const answer = await this.#ask((signal) => hint(this.#table.session.played, signal));
    if (!answer) return;
    if ('none' in answer) return this.#table.say(answer.none);
    this.#hint = answer;
    this.#table.say(answer.words);
    this.#table.board.marks.set('hint', answer.cells.map(key));
    const button = make('button', { type: 'button', class: 'small' }, text.table.doHint);
    button.addEventListener('click', () => {
      // The button goes with its words; focus must not go with it.
      this.#table.board.cells.focus();
      void this.hint();
    });
    this.#table.parts.tell(`${answer.words} `, button);
  }

  /** @param {Hint} hint */
  async #take({ move }) {
    this.#hint = null;
    this.#table.helped++;
    await this.#table.play(move);
  }

  /** Is all right so far? */
  check() {
    const { faults, score } = this.#table.view;
    const [first] = faults;
    this.#table.board.marks.set(
      'fault',
      faults.flatMap(({ cells, side }) => cells.slice(0, 1).map((c) => `${key(c)} ${side ?? ''}`.trim())),
    );
    this.#table.say(first ? text.table.faults(faults.length, first.words) : `${text.table.right} ${score}`);
  }

  /** Can it still be solved? */
  async solvable() {
    const answer = await this.#ask((signal) => solvable(this.#table.session.played, signal));
    if (!answer) return;
    this.#table.say(answer.words);
    this.#table.board.marks.set('blame', answer.blame?.cells.map(key) ?? []);
  }

  /** Shows the rest of the way, move by move. */
  async solve() {
    const giveUp = () => {
      // The button goes, and focus must not go with it.
      this.#table.board.cells.focus();
      this.stop();
      this.#table.say(text.table.solveStopped);
    };
    const answer = await this.#ask(async (signal) => {
      // Runs are heard by files that the table does without until then.
      const { seek } = await import('./seek.js');
      return seek(this.#table, giveUp, signal);
    });
    if (!answer) return;
    if ('none' in answer) return this.#table.say(answer.none);
    this.#table.helped++;
    // So that one key leads back to what was played by hand.
    if (!this.#table.session.game.marks.includes(this.#table.session.game.at)) this.#table.mark();
    this.#table.say(text.table.solving);
    await this.#show(answer.moves);
  }

  /** @param {Move[]} moves */
  async #show(moves) {
    const { session } = this.#table;
    const mine = ++this.#solving;
    session.plan(moves);
    while (session.game.at < session.game.moves.length && mine === this.#solving) {
      if (isStill()) await session.go(session.game.moves.length);
      else if ((await session.redo()).kind !== 'accepted') return;
      else await new Promise((go) => setTimeout(go, PACE));
      if (this.#table.signal.aborted) return;
    }
    if (mine === this.#solving) this.#table.say(this.#table.view.said);
  }
}
