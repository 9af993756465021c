/**
 * A game and what the server says of it. The server keeps nothing: it is sent the moves and answers with the position.
 *
 * Moves go out one by one, in a row: one that is made while another is on its way waits. Positions that were seen are
 * kept, with what leads from one to the next, so undo and redo paint without asking.
 */
import { begin, jump, plan, played, push } from './game.js';

/** @import * as wire from '../types.js' */
/** @import { Game } from './game.js' */

/**
 * Who paints. `apply` gives what takes the changes back.
 * @typedef {object} Painter
 * @property {(changes: readonly wire.Change[]) => wire.Change[]} apply
 * @property {(svg: string, view: wire.View) => void} draw
 */

/**
 * @typedef {{kind: 'accepted'} | {kind: 'refused', refusal: wire.Refusal} | {kind: 'failed', code: string, message: string}} Outcome
 */

/** @typedef {(told: wire.GameRequest) => Promise<wire.GameAnswer | wire.Failed>} Ask */

/** How many positions are kept. */
const KEPT = 64;

export class Session {
  /** @type {Game} */
  game;
  /** @type {wire.Mode} */
  mode;
  /** @type {wire.View | null} */
  view = null;
  /** @type {wire.Setup | null} */
  setup = null;

  #puzzle;
  #ask;
  #painter;
  #changed;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #waiting = 0;
  /** @type {Map<number, wire.View>} */
  #views = new Map();
  /** What leads to each number of moves from one fewer, and back. @type {Map<number, {on: wire.Change[], back: wire.Change[]}>} */
  #steps = new Map();

  /**
   * @param {{puzzle: wire.Puzzle, game: Game, mode: wire.Mode, ask: Ask, painter: Painter, changed: () => void}} options
   */
  constructor({ puzzle, game, mode, ask, painter, changed }) {
    this.#puzzle = puzzle;
    this.game = game;
    this.mode = mode;
    this.#ask = ask;
    this.#painter = painter;
    this.#changed = changed;
  }

  /** Is nothing on its way? */
  get idle() {
    return this.#waiting === 0;
  }

  /** What is played, for whoever asks the server about it. */
  get played() {
    return { puzzle: this.#puzzle, moves: played(this.game), mode: this.mode };
  }

  /** Draws the game as it is. Moves that cannot be made are left out, with those after them. @returns {Promise<Outcome>} */
  begin() {
    return this.#queue(async () => {
      const answer = await this.#ask({ ...this.played, setup: true, draw: 'b' });
      if ('error' in answer) return failure(answer);
      if (answer.played < this.game.at) this.game = begin(played(this.game).slice(0, answer.played));
      this.setup = answer.setup ?? this.setup;
      this.#draw(answer);
      return answer.refusal ? { kind: 'refused', refusal: answer.refusal } : { kind: 'accepted' };
    });
  }

  /** Makes a move. @param {wire.Move} move @returns {Promise<Outcome>} */
  play(move) {
    return this.#queue(() => this.#make(move, () => this.#push(move)));
  }

  /** Goes to so many moves made. @param {number} at @returns {Promise<Outcome>} */
  go(at) {
    return this.#walk(() => at);
  }

  undo() {
    return this.#walk(() => this.game.at - 1);
  }

  redo() {
    return this.#walk(() => this.game.at + 1);
  }

  /** Has these moves ready to go on with. @param {wire.Move[]} moves */
  plan(moves) {
    this.game = plan(this.game, moves);
    this.#forget();
  }

  /** @param {() => number} where @returns {Promise<Outcome>} */
  #walk(where) {
    if (this.idle && this.#known(where())) {
      this.#stroll(where());
      return Promise.resolve({ kind: 'accepted' });
    }
    return this.#queue(async () => {
      const { at } = jump(this.game, where());
      if (at === this.game.at) return { kind: 'accepted' };
      if (this.#known(at)) return (this.#stroll(at), { kind: 'accepted' });
      const next = this.game.moves[this.game.at];
      if (at === this.game.at + 1 && next) return this.#make(next, () => jump(this.game, at));
      return this.#redraw(at);
    });
  }

  /**
   * One after the other.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  #queue(task) {
    this.#waiting++;
    const mine = this.#last.then(task).finally(() => this.#waiting--);
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** @param {wire.Move} move @param {() => Game} then @returns {Promise<Outcome>} */
  async #make(move, then) {
    // A solid board is drawn anew each time.
    const draw = this.setup && this.setup.layers > 1 ? { draw: 'b' } : {};
    const answer = await this.#ask({ ...this.played, move, ...draw });
    if ('error' in answer) return failure(answer);
    if (!answer.accepted) return refused(answer);
    this.game = then();
    if (answer.changes === null) this.#draw(answer);
    else this.#paint(answer, answer.changes);
    return { kind: 'accepted' };
  }

  /** @param {wire.Move} move */
  #push(move) {
    const game = push(this.game, move);
    this.#forget();
    return game;
  }

  /** What lay ahead is known no more. */
  #forget() {
    for (const at of this.#views.keys()) if (at > this.game.at) this.#views.delete(at);
    for (const at of this.#steps.keys()) if (at > this.game.at) this.#steps.delete(at);
  }

  /** @param {wire.GameAnswer} answer @param {wire.Change[]} changes */
  #paint(answer, changes) {
    const back = this.#painter.apply(changes);
    this.#steps.set(this.game.at, { on: changes, back });
    this.#see(answer.view);
  }

  /** @param {wire.GameAnswer} answer */
  #draw(answer) {
    if (answer.svg !== undefined) this.#painter.draw(answer.svg, answer.view);
    this.#see(answer.view);
  }

  /** @param {wire.View} view */
  #see(view) {
    this.#views.delete(this.game.at);
    this.#views.set(this.game.at, view);
    const oldest = this.#views.keys().next();
    if (this.#views.size > KEPT && !oldest.done) this.#views.delete(oldest.value);
    this.view = view;
    this.#changed();
  }

  /** Can we get there without asking? @param {number} at */
  #known(at) {
    if (!this.#views.has(at)) return false;
    const [low, high] = [Math.min(at, this.game.at), Math.max(at, this.game.at)];
    for (let step = low + 1; step <= high; step++) if (!this.#steps.has(step)) return false;
    return true;
  }

  /** @param {number} at */
  #stroll(at) {
    if (at === this.game.at) return;
    for (let step = this.game.at; step > at; step--) this.#painter.apply(this.#steps.get(step)?.back ?? []);
    for (let step = this.game.at + 1; step <= at; step++)
      this.#painter.apply(this.#steps.get(step)?.on ?? []);
    this.game = jump(this.game, at);
    this.#see(/** @type {wire.View} */ (this.#views.get(at)));
  }

  /** @param {number} at @returns {Promise<Outcome>} */
  async #redraw(at) {
    const moves = this.game.moves.slice(0, at);
    const answer = await this.#ask({ puzzle: this.#puzzle, moves, mode: this.mode, draw: 'b' });
    if ('error' in answer) return failure(answer);
    if (answer.played < at) return refused(answer);
    this.game = jump(this.game, at);
    this.#draw(answer);
    return { kind: 'accepted' };
  }
}

/** @param {wire.Failed} answer @returns {Outcome} */
const failure = ({ error }) => ({ kind: 'failed', ...error });

/** @param {wire.GameAnswer} answer @returns {Outcome} */
const refused = ({ refusal }) => ({
  kind: 'refused',
  refusal: refusal ?? { code: 'refused', words: '', cells: [] },
});
