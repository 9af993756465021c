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
 * The game to go on with: the one of this tab, or the one played last, if the link has no other moves.
 * @param {string} id
 * @param {Link} link
 * @returns {State}
 */
export function recall(id, { moves }) {
  const [own, last] = [state(load(`game.${id}`, sessionStorage)), state(load(`game.${id}`))];
  if (own && (!moves || beginsWith(own.game, moves))) return own;
  if (last && (!moves || beginsWith(last.game, moves)))
    return { ...last, game: jump(last.game, moves?.length ?? last.game.at) };
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
    addEventListener('pagehide', () => this.#timer !== undefined && void this.#write(), { signal });
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
      if (hash !== location.hash && location.hash.startsWith('#table')) history.replaceState(null, '', hash);
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
