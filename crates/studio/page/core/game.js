/**
 * A game: its moves, how many of them are made, and marks. All values are frozen: a change gives a new one.
 *
 * Undo is a step back in the list; a new move cuts off what lay ahead. Whatever undo must bring back is a move, and
 * nothing else is.
 */

/** @import { Move } from '../types.js' */

/**
 * @typedef {object} Game
 * @property {readonly Move[]} moves Those made, and those that were taken back.
 * @property {number} at How many are made.
 * @property {readonly number[]} marks Places to come back to, in order.
 */

/** @param {readonly Move[]} moves @param {number} at @param {readonly number[]} marks @returns {Game} */
const game = (moves, at, marks) =>
  Object.freeze({ moves: Object.freeze([...moves]), at, marks: Object.freeze([...marks]) });

/** A game with these moves made. @param {readonly Move[]} [moves] */
export const begin = (moves = []) => game(moves, moves.length, []);

/** The moves that are made. @param {Game} g */
export const played = (g) => g.moves.slice(0, g.at);

/** @param {Game} g @param {Move} move */
export const push = (g, move) =>
  game(
    [...played(g), move],
    g.at + 1,
    g.marks.filter((mark) => mark <= g.at),
  );

/** The same position with other moves ahead. @param {Game} g @param {readonly Move[]} moves */
export const plan = (g, moves) =>
  game(
    [...played(g), ...moves],
    g.at,
    g.marks.filter((mark) => mark <= g.at),
  );

/** The game with so many moves made, as far as it has them. @param {Game} g @param {number} at */
export const jump = (g, at) => game(g.moves, Math.max(0, Math.min(g.moves.length, at)), g.marks);

/** @param {Game} g */
export const undo = (g) => jump(g, g.at - 1);

/** @param {Game} g */
export const redo = (g) => jump(g, g.at + 1);

/** Sets a mark here, or takes it away. @param {Game} g */
export function mark(g) {
  const others = g.marks.filter((place) => place !== g.at);
  const marks = others.length < g.marks.length ? others : [...others, g.at].sort((a, b) => a - b);
  return game(g.moves, g.at, marks);
}

/** Where the last mark before this place is; `null` where there is none. @param {Game} g @returns {number | null} */
export const lastMark = (g) => g.marks.findLast((place) => place < g.at) ?? null;

/** A game that was kept, made sure of. @param {unknown} kept @returns {Game | null} */
export function revive(kept) {
  const { moves, at, marks } = /** @type {any} */ (kept ?? {});
  const good = Array.isArray(moves) && Array.isArray(marks) && Number.isInteger(at);
  if (!good || at < 0 || at > moves.length) return null;
  return game(
    moves,
    at,
    marks.filter((/** @type {unknown} */ m) => Number.isInteger(m)),
  );
}

/** Does a game begin with these moves? @param {Game} g @param {readonly Move[]} moves */
export const beginsWith = (g, moves) =>
  moves.length <= g.moves.length &&
  moves.every((move, i) => JSON.stringify(move) === JSON.stringify(g.moves[i]));
