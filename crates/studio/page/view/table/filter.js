/** The tray's filter: only what fits at the cursor. */
import { key } from '../../core/geometry.js';
import { failed, fitting } from '../../io/api.js';
import { text } from '../../text/en.js';

/** @import { Table } from '../table.js' */

export class Filter {
  #table;
  #on = false;
  /** What was asked last: the cell and how many moves were made. */
  #asked = '';
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
    const { tray } = table.parts;
    tray?.filter.addEventListener('click', () => this.#toggle());
    table.board.addEventListener('focusin', () => void this.refresh(), { signal: table.signal });
  }

  #toggle() {
    this.#on = !this.#on;
    this.#asked = '';
    this.#table.parts.tray?.filter.setAttribute('aria-pressed', String(this.#on));
    void this.refresh();
  }

  /** Asks again, if the cursor or the position is another. */
  async refresh() {
    const { parts, board, session, signal } = this.#table;
    if (!this.#on) return parts.tray?.only(null);
    const { cursor } = board.cells;
    const asked = `${key(cursor)} ${session.game.at} ${JSON.stringify(session.game.moves[session.game.at - 1])}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#asking?.abort();
    this.#asking = new AbortController();
    const either = AbortSignal.any([signal, this.#asking.signal]);
    const answer = await fitting({ ...session.played, cell: cursor }, either);
    if (either.aborted || failed(answer)) return;
    parts.tray?.only(new Set(answer.things));
    if (answer.things.length === 0) this.#table.say(text.table.fittingNone);
  }
}
