/** The search for the rest of the way: as long as people like, with how far it is and a button that stops it. */
import { brief, time } from '../../core/numbers.js';
import { write } from '../../core/link.js';
import { failed, stop } from '../../io/api.js';
import { puzzleOf } from '../../io/opened.js';
import { start } from '../../io/running.js';
import { button, make } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */
/** @import { Table } from '../table.js' */

const t = text.table;
/** How often the clock is shown anew, in milliseconds. */
const TICK = 500;
/** After so many seconds the solver is offered, and after each so many it is said that it goes on. */
const LONG = 10;
const SAID = 30;

/** @type {wire.Failed} */
const ABORTED = { error: { code: 'aborted', message: '' } };

/**
 * @param {Table} table
 * @param {() => void} giveUp
 * @param {AbortSignal} signal  stops the search too
 * @returns {Promise<wire.Rest | wire.None | wire.Failed>}
 */
export async function seek(table, giveUp, signal) {
  if (signal.aborted) return ABORTED;
  const shown = new Standing(table, giveUp);
  let id = '';
  /** @type {Promise<wire.Rest | wire.None | wire.Failed>} */
  const found = new Promise((resolve) => {
    const hear = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name === 'progress') shown.nodes = data.nodes;
      else if (name === 'rest') resolve(data);
      else if (name === 'failed') resolve({ error: { code: 'failed', message: data.message } });
    };
    signal.addEventListener('abort', () => resolve(ABORTED));
    const { puzzle, moves } = table.session.played;
    void start({ kind: 'rest', puzzle, moves }, hear, signal).then((begun) => {
      if (failed(begun)) resolve(begun);
      else id = begun.run;
    });
  });
  const answer = await found;
  shown.end();
  if (signal.aborted && id) void stop(id);
  return answer;
}

/** How the search stands, below what is said. */
class Standing {
  nodes = 0;
  #begun = performance.now();
  #said = 0;
  #words = make('span');
  #solver = make('a', { class: 'button', hidden: true }, t.toSolver);
  #row;
  #tick = setInterval(() => this.#show(), TICK);

  /** @param {Table} table @param {() => void} giveUp */
  constructor(table, giveUp) {
    const stop = button(t.stopSolving, giveUp);
    this.#row = make('div', { class: 'seeking' }, this.#words, stop, this.#solver);
    table.parts.said.after(this.#row);
    void write({ view: 'solver', ...puzzleOf(table.opened) }).then((hash) => (this.#solver.href = hash));
    this.#show();
    table.say(t.solving);
  }

  #show() {
    const seconds = Math.floor((performance.now() - this.#begun) / 1000);
    this.#words.textContent = t.seeking(time(seconds), brief(this.nodes));
    if (seconds >= LONG) this.#solver.hidden = false;
    if (seconds < this.#said + SAID) return;
    this.#said = seconds;
    say(t.seeking(time(seconds), brief(this.nodes)));
  }

  end() {
    clearInterval(this.#tick);
    this.#row.remove();
  }
}
