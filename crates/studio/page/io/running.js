/** A run from its start to its end, heard at most once a frame. */
import { newest } from '../core/latest.js';
import { failed, run, runState } from './api.js';
import { listen } from './events.js';
import { load, save } from './store.js';

/** @import * as wire from '../types.js' */

/** @typedef {(name: string, data: any) => void} Hear */

/** The kinds of runs that people leave alone for hours. */
const MAY_BE_LONG = ['solve', 'best', 'rest'];
/** How often a run is asked after that nobody looks at, in milliseconds: the server waits a minute. */
const ASKED_EVERY = 20_000;
/** How often a hidden page hears, in milliseconds. */
const HIDDEN_EVERY = 250;

/**
 * Starts a run and listens to it.
 * @param {wire.RunRequest} told
 * @param {Hear} hear
 * @param {AbortSignal} signal Aborting stops listening; the run goes on for a while, for a page that comes back.
 * @returns {Promise<wire.Run | wire.Failed>}
 */
export async function start(told, hear, signal) {
  const begun = await run(told, signal);
  if (!failed(begun)) follow(begun.run, hear, signal, MAY_BE_LONG.includes(told.kind));
  return begun;
}

/**
 * Listens to a run. Of the events of one name that come within a frame only the newest is heard.
 * @param {string} id
 * @param {Hear} hear
 * @param {AbortSignal} signal
 * @param {boolean} always Is it listened to while the page is hidden too?
 */
export function follow(id, hear, signal, always = true) {
  const held = newest();
  let due = false;
  const tell = () => {
    due = false;
    if (!signal.aborted) for (const [name, data] of held.take()) hear(name, data);
  };
  const put = (/** @type {string} */ name, /** @type {unknown} */ data) => {
    held.put(name, data);
    // A page that is hidden has no frames.
    if (!due && document.hidden) setTimeout(tell, HIDDEN_EVERY);
    else if (!due) requestAnimationFrame(tell);
    due = true;
  };
  if (always) signal.addEventListener('abort', () => linger(id));
  listen(id, put, { signal, always, lost: () => void lost(id, put, signal) });
}

/** The runs that are asked after. @type {Set<string>} */
const lingering = new Set();

/** A run that the server would stop, since nobody looks at it now, is asked after until it ends. @param {string} id */
function linger(id) {
  if (lingering.has(id)) return;
  lingering.add(id);
  const timer = setInterval(async () => {
    const state = await runState(id);
    if (!failed(state) && state.state === 'running') return;
    lingering.delete(id);
    clearInterval(timer);
  }, ASKED_EVERY);
}

/**
 * The stream broke. A server that was started anew does not know the run, and then it is over.
 * @param {string} id
 * @param {Hear} put
 * @param {AbortSignal} signal
 */
async function lost(id, put, signal) {
  const state = await runState(id, signal);
  if (failed(state) && state.error.code !== 'unreachable' && state.error.code !== 'aborted') {
    put('failed', { message: state.error.message });
  }
}

/**
 * Remembers the run of a view in this tab, so that a reload finds it again.
 * @param {string} view
 * @param {{id: string, puzzle: string, told: object} | null} known
 */
export const keepRun = (view, known) => save(`run.${view}`, known, globalThis.sessionStorage);

/**
 * The run that this tab has begun in a view for a puzzle, if the server still knows it.
 * @param {string} view
 * @param {string} puzzle
 * @param {AbortSignal} signal
 * @returns {Promise<{id: string, told: any, state: wire.RunState} | null>}
 */
export async function keptRun(view, puzzle, signal) {
  const known = load(`run.${view}`, globalThis.sessionStorage);
  if (!known || known.puzzle !== puzzle) return null;
  const state = await runState(known.id, signal);
  return failed(state) ? null : { ...known, state };
}
