/**
 * The only file that knows addresses. Every call answers with a value: what the server sent, or an object with `error`
 * where it refused, could not be reached, or the call was given up. Nothing here throws.
 */

/** @import * as wire from '../types.js' */

const ROOT = '/api/v1/';

/**
 * @template T
 * @typedef {T | wire.Failed} Answer
 */

/** Is this answer a failure? @template T @param {Answer<T>} answer @returns {answer is wire.Failed} */
export function failed(answer) {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}

/** @param {unknown} error @returns {wire.Failed} */
function unreachable(error) {
  const gone = error instanceof DOMException && error.name === 'AbortError';
  return {
    error: gone ? { code: 'aborted', message: '' } : { code: 'unreachable', message: String(error) },
  };
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response | wire.Failed>}
 */
async function ask(path, init) {
  try {
    const response = await fetch(ROOT + path, init);
    if (response.ok) return response;
    const told = await response.json().catch(() => null);
    return told?.error
      ? told
      : {
          error: {
            code: `status-${response.status}`,
            message: response.statusText,
          },
        };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Response | wire.Failed} answer @param {'json' | 'text' | 'blob'} as */
async function body(answer, as) {
  if (!(answer instanceof Response)) return answer;
  try {
    return await answer[as]();
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {string} path @param {AbortSignal} [signal] */
const get = async (path, signal) => body(await ask(path, signal ? { signal } : {}), 'json');

/** @param {object} told @param {AbortSignal} [signal] @returns {RequestInit} */
const posting = (told, signal) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(told),
  ...(signal ? { signal } : {}),
});

/** @param {string} path @param {object} told @param {AbortSignal} [signal] */
const post = async (path, told, signal) => body(await ask(path, posting(told, signal)), 'json');

const name = encodeURIComponent;

/** The built-in puzzles. @param {AbortSignal} [signal] @returns {Promise<Answer<wire.Shelf>>} */
export const shelf = (signal) => get('shelf', signal);

/** A built-in puzzle. @param {string} puzzle @param {AbortSignal} [signal] @returns {Promise<Answer<wire.Read>>} */
export const shelved = (puzzle, signal) => get(`shelf/${name(puzzle)}`, signal);

/** The address of a built-in puzzle's thumbnail. @param {string} puzzle */
export const shelvedPicture = (puzzle) => `${ROOT}shelf/${name(puzzle)}.svg`;

/** The puzzle of the command line. @param {AbortSignal} [signal] @returns {Promise<Answer<wire.Read>>} */
export const opened = (signal) => get('opened', signal);

/**
 * Reads a text, bytes or a document as a puzzle.
 * @param {wire.ReadRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Read | wire.Unread>>}
 */
export const read = (told, signal) => post('read', told, signal);

/**
 * Writes a puzzle or a solution in a format.
 * @param {wire.WriteRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Written | wire.Unwritable>>}
 */
export const write = (told, signal) => post('write', told, signal);

/** The formats that can be read and written. @param {AbortSignal} [signal] @returns {Promise<Answer<wire.Formats>>} */
export const formats = (signal) => get('formats', signal);

/**
 * A picture as text: `svg`, `txt`, `touch` or `moving`.
 * @param {wire.DrawRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<string>>}
 */
export const draw = async (told, signal) => body(await ask('draw', posting(told, signal)), 'text');

/**
 * A picture as a file: any kind.
 * @param {wire.DrawRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<Blob>>}
 */
export const drawFile = async (told, signal) => body(await ask('draw', posting(told, signal)), 'blob');

/**
 * A game, and perhaps one more move.
 * @param {wire.GameRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.GameAnswer>>}
 */
export const game = (told, signal) => post('game', told, signal);

/**
 * Where a tile or piece fits.
 * @param {wire.WaysRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<{ways: wire.Way[]}>>}
 */
export const ways = (told, signal) => post('ways', told, signal);

/**
 * What of the tray fits so that it covers a cell.
 * @param {wire.Played & {cell: wire.Cell}} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<{things: number[]}>>}
 */
export const fitting = (told, signal) => post('fitting', told, signal);

/**
 * A move that is surely right, with its reason.
 * @param {wire.Played} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Hint | wire.None>>}
 */
export const hint = (told, signal) => post('hint', told, signal);

/**
 * Can it still be solved?
 * @param {wire.Played} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Solvable>>}
 */
export const solvable = (told, signal) => post('solvable', told, signal);

/**
 * The moves that solve from here.
 * @param {wire.Played} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Rest | wire.None>>}
 */
export const rest = (told, signal) => post('rest', told, signal);

/**
 * What can be said of a puzzle at once.
 * @param {{puzzle: wire.Puzzle}} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Facts>>}
 */
export const facts = (told, signal) => post('facts', told, signal);

/**
 * Starts a run.
 * @param {wire.RunRequest} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Run>>}
 */
export const run = (told, signal) => post('runs', told, signal);

/** The address of a run's events, after those that are known. @param {string} id @param {number} [after] */
export const runEvents = (id, after) =>
  `${ROOT}runs/${name(id)}/events${after === undefined ? '' : `?after=${after}`}`;

/** How a run stands. @param {string} id @param {AbortSignal} [signal] @returns {Promise<Answer<wire.RunState>>} */
export const runState = (id, signal) => get(`runs/${name(id)}`, signal);

/**
 * A page of the solutions of a run.
 * @param {string} id
 * @param {number} from
 * @param {number} count
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Solutions>>}
 */
export const solutions = (id, from, count, signal) =>
  get(`runs/${name(id)}/solutions?from=${from}&count=${count}`, signal);

/**
 * One solution of a run with the moves that lay it, counted from 1.
 * @param {string} id
 * @param {number} number
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.FoundSolution>>}
 */
export const solution = (id, number, signal) => get(`runs/${name(id)}/solutions/${number}`, signal);

/** The address of a solution's thumbnail. @param {string} id @param {number} number */
export const solutionPicture = (id, number) => `${ROOT}runs/${name(id)}/solutions/${number}.svg`;

/**
 * Some steps of a watched run.
 * @param {string} id
 * @param {number} from
 * @param {number} count
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<wire.Steps>>}
 */
export const steps = (id, from, count, signal) =>
  get(`runs/${name(id)}/steps?from=${from}&count=${count}`, signal);

/** Stops a run. @param {string} id @returns {Promise<Answer<unknown>>} */
export const stop = async (id) =>
  body(await ask(`runs/${name(id)}`, { method: 'DELETE', keepalive: true }), 'text');

/** The engines of a family. @param {string} family @param {AbortSignal} [signal] @returns {Promise<Answer<wire.Engines>>} */
export const engines = (family, signal) => get(`engines?family=${name(family)}`, signal);
