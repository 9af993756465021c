/** What is kept of a game: in the browser, so that a reload loses nothing, and in the address, so that it can be shared. */
import { begin, beginsWith, jump, revive } from '../../core/game.js';
import { LONGEST, write } from '../../core/link.js';
import { puzzleOf } from '../../io/opened.js';
import { load, save } from '../../io/store.js';

/** @import { Game } from '../../core/game.js' */
/** @import { Link } from '../../core/link.js' */
/** @import { Mode, Move } from '../../types.js' */
/** @import { Opened } from '../../io/opened.js' */

/** @typedef {{game: Game, mode: Mode, helped: number, ran: number}} State */

/** @param {any} kept @returns {State | null} */
function state(kept) {
  const game = revive(kept?.game);
  if (!game) return null;
  const number = (/** @type {unknown} */ n) => (typeof n === 'number' && n >= 0 ? n : 0);
  return {
    game,
    mode: kept.mode === 'free' ? 'free' : 'strict',
    helped: number(kept.helped),
    ran: number(kept.ran),
  };
}

/**
 * The game to go on with. Under the address that this tab wrote last it is the tab's own, as after a reload. Otherwise it
 * is the one with the moves of the link; a kept game that begins with them has more moves ahead.
 * @param {string} id
 * @param {Link} link
 * @param {string} hash The address that the link was read from.
 * @returns {State}
 */
export function recall(id, { moves }, hash) {
  const [own, last] = [state(load(`game.${id}`, sessionStorage)), state(load(`game.${id}`))];
  if (own && load(`address.${id}`, sessionStorage) === hash) return own;
  for (const kept of [own, last])
    if (kept && (!moves || beginsWith(kept.game, moves)))
      return { ...kept, game: jump(kept.game, moves?.length ?? kept.game.at) };
  return { game: begin(moves), mode: last?.mode ?? 'strict', helped: 0, ran: 0 };
}

/** @param {string} id @param {State} state */
export function remember(id, state) {
  save(`game.${id}`, state, sessionStorage);
  save(`game.${id}`, state);
}

/** The address of the game, changed at most once a second: browsers allow no more. */
export class Address {
  #opened;
  /** @type {readonly Move[]} */
  #moves = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #fresh = true;

  /** @param {Opened} opened @param {AbortSignal} signal */
  constructor(opened, signal) {
    this.#opened = opened;
    const stop = () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
    signal.addEventListener('abort', stop);
  }

  /** @param {readonly Move[]} moves */
  set(moves) {
    this.#moves = moves;
    if (this.#timer !== undefined) return;
    if (this.#fresh) void this.#write();
    this.#fresh = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, 1000);
  }

  async #write() {
    const hash = await linkTo(this.#opened, this.#moves);
    try {
      if (!location.hash.startsWith('#table')) return;
      if (hash !== location.hash) history.replaceState(null, '', hash);
      save(`address.${this.#opened.id}`, hash, sessionStorage);
    } catch {
      // The browser has had enough of us for now; the next second will do.
    }
  }
}

/**
 * A link to a puzzle and some moves. One that is too long leaves the moves out, and then names the puzzle by what this
 * browser has kept.
 * @param {Opened} opened
 * @param {readonly Move[]} moves
 */
export async function linkTo(opened, moves) {
  const puzzle = puzzleOf(opened);
  const whole = await write({ view: 'table', ...puzzle, moves });
  if (whole.length <= LONGEST) return whole;
  const bare = await write({ view: 'table', ...puzzle });
  return bare.length <= LONGEST ? bare : write({ view: 'table', kept: opened.id });
}
