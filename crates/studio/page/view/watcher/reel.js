/** Where the steps come from: a search that is watched, or the moves of a tray's solution. */
import { emptyTape, record } from '../../core/tape.js';
import { failed, game, run, solution, steps, stop } from '../../io/api.js';
import { start } from '../../io/running.js';

/** @import * as wire from '../../types.js' */
/** @import { Step, Tape } from '../../core/tape.js' */

/**
 * A step that can be shown: of a search with the change that it makes, of a tray with what is said of it.
 * @typedef {Step & {changes?: wire.Change[] | null, said?: string}} Shown
 *
 * @typedef {object} Reel
 * @property {Tape<Shown>} tape
 * @property {(upTo: number) => void} want  asks for steps up to this one, if there are any
 * @property {() => boolean} ended  are all steps on the tape?
 * @property {() => number} total  how many steps there are, as far as is known
 * @property {() => string} trouble  what went wrong, or ''
 */

/** Steps asked for at once. */
const BATCH = 2000;
/** No tape is longer: a search has no end that anybody would see. */
const LONGEST = 200_000;

/**
 * The steps of a search.
 * @param {wire.Puzzle} puzzle
 * @param {() => void} grown  called when there are more
 * @param {AbortSignal} signal
 * @returns {Reel}
 */
export function searchReel(puzzle, grown, signal) {
  /** @type {Tape<Shown>} */
  const tape = emptyTape();
  const state = { id: '', ended: false, total: 0, trouble: '', busy: false };

  async function more() {
    state.busy = true;
    if (!state.id) await begin();
    if (state.id && !state.trouble) await fetchMore();
    state.busy = false;
    if (!signal.aborted) grown();
  }
  async function begin() {
    const begun = await run({ kind: 'watch', puzzle, find: 'all' }, signal);
    if (failed(begun)) state.trouble = begun.error.message;
    else state.id = begun.run;
    signal.addEventListener('abort', () => state.id && void stop(state.id));
  }
  async function fetchMore() {
    const page = await steps(state.id, tape.steps.length, BATCH, signal);
    if (failed(page)) {
      state.trouble = page.error.message;
      return;
    }
    record(tape, page.steps);
    state.total = Math.max(page.total, tape.steps.length);
    state.ended = (page.ended && tape.steps.length >= page.total) || tape.steps.length >= LONGEST;
  }
  return {
    tape,
    want(upTo) {
      if (!state.busy && !state.ended && !state.trouble && upTo >= tape.steps.length) void more();
    },
    ended: () => state.ended,
    total: () => state.total,
    trouble: () => state.trouble,
  };
}

/**
 * The moves of a shortest solution of a tray, as steps that are never taken back.
 * @param {wire.Puzzle} puzzle
 * @param {(seen: {nodes: number, depth: number}) => void} seen  how far the search is
 * @param {() => void} grown
 * @param {AbortSignal} signal
 * @returns {Reel & {moves: wire.Move[]}}
 */
export function trayReel(puzzle, seen, grown, signal) {
  /** @type {Tape<Shown>} */
  const tape = emptyTape();
  /** @type {wire.Move[]} */
  const moves = [];
  const state = { begun: false, ended: false, trouble: '' };

  async function begin() {
    const told = {
      kind: /** @type {const} */ ('solve'),
      find: 'first',
      puzzle,
    };
    const begun = await start(told, (name, data) => void hear(name, data), signal);
    if (failed(begun)) return fail(begun.error.message);
    signal.addEventListener('abort', () => !state.ended && void stop(begun.run));
    id = begun.run;
  }
  let id = '';
  /** @param {string} name @param {any} data */
  async function hear(name, data) {
    if (name === 'progress') seen({ nodes: data.nodes, depth: data.breadth?.depth ?? 0 });
    if (name === 'failed') fail(data.message);
    if (name !== 'end') return;
    seen({ nodes: data.nodes, depth: 0 });
    if (data.answer !== 'found') return fail(data.words);
    const found = await solution(id, 1, signal);
    if (failed(found)) return fail(found.error.message);
    moves.push(...found.moves);
    record(tape, moves.map(asStep));
    state.ended = true;
    grown();
  }
  const fail = (/** @type {string} */ words) => {
    state.trouble = words;
    grown();
  };
  return {
    tape,
    moves,
    want() {
      if (!state.begun) void begin();
      state.begun = true;
    },
    ended: () => state.ended,
    total: () => moves.length,
    trouble: () => state.trouble,
  };
}

/** @param {wire.Move} move @param {number} index @returns {Shown} */
const asStep = (move, index) => ({
  piece: typeof move === 'object' && 'block' in move ? String(move.block.block) : '',
  cell: [0, 0, 0],
  act: 'laid',
  depth: index + 1,
  nodes: 0,
  solutions: 0,
});

/**
 * A position of a tray: its drawing, what is said of the last move, and how many moves are possible.
 * @param {wire.Puzzle} puzzle
 * @param {readonly wire.Move[]} moves
 * @param {AbortSignal} signal
 */
export async function position(puzzle, moves, signal) {
  const before = moves.slice(0, -1);
  const last = moves.at(-1);
  const told = {
    puzzle,
    moves: before,
    mode: /** @type {const} */ ('strict'),
    draw: 'w',
    ...(last && { move: last }),
  };
  const answer = await game(told, signal);
  if (failed(answer)) return null;
  const rooms = Object.values(answer.view.ways ?? {});
  const ways = rooms.reduce((sum, room) => sum + Math.max(0, room.anchors.length - 1), 0);
  return { svg: answer.svg ?? '', said: answer.view.said, ways };
}
