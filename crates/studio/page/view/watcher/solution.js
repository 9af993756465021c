/** The shortest solution of a tray, for those who want to see it rather than the search for it. */
import { failed, game, solution, stop } from '../../io/api.js';
import { start } from '../../io/running.js';

/** @import * as wire from '../../types.js' */

/**
 * @typedef {object} Heard
 * @property {(nodes: number, depth: number) => void} searched  how far the search is; depth 0 at its end
 * @property {(moves: wire.Move[]) => void} found
 * @property {(words: string) => void} failed
 */

/**
 * Looks for a shortest solution.
 * @param {wire.Puzzle} puzzle
 * @param {Heard} heard
 * @param {AbortSignal} signal
 */
export async function shortest(puzzle, heard, signal) {
  let id = '';
  const hear = async (/** @type {string} */ name, /** @type {any} */ data) => {
    if (name === 'progress') heard.searched(data.nodes, data.breadth?.depth ?? 0);
    if (name === 'failed') heard.failed(data.message);
    if (name !== 'end') return;
    heard.searched(data.nodes, 0);
    if (data.answer !== 'found') return heard.failed(data.words);
    const one = await solution(id, 1, signal);
    if (failed(one)) heard.failed(one.error.message);
    else heard.found(one.moves);
  };
  const begun = await start(
    { kind: 'solve', find: 'first', puzzle },
    (name, data) => void hear(name, data),
    signal,
  );
  if (failed(begun)) return heard.failed(begun.error.message);
  id = begun.run;
  signal.addEventListener('abort', () => void stop(id));
}

/**
 * A position of a tray: its drawing, what is said of the last move, and how many moves are possible.
 * @param {wire.Puzzle} puzzle
 * @param {readonly wire.Move[]} moves
 * @param {AbortSignal} signal
 */
export async function position(puzzle, moves, signal) {
  const last = moves.at(-1);
  const told = { puzzle, moves: moves.slice(0, -1), mode: /** @type {const} */ ('strict'), draw: 'w' };
  const answer = await game({ ...told, ...(last && { move: last }) }, signal);
  if (failed(answer)) return null;
  const rooms = Object.values(answer.view.ways ?? {});
  const ways = rooms.reduce((sum, room) => sum + Math.max(0, room.anchors.length - 1), 0);
  return { svg: answer.svg ?? '', said: answer.view.said, ways };
}
