/** The steps of a watched search, fetched before they are needed. */
import { emptyTape, record } from '../../core/tape.js';
import { failed, run, steps, stop } from '../../io/api.js';
import { thingOf } from './stage.js';

/** @import * as wire from '../../types.js' */
/** @import { Step, Tape } from '../../core/tape.js' */

/**
 * A step with the changes that show it; solid boards have none and are drawn anew.
 * @typedef {Step & {changes?: wire.Change[] | null}} Shown
 *
 * @typedef {object} Reel
 * @property {Tape<Shown>} tape
 * @property {(upTo: number) => void} want  asks for steps up to this one, if there are any
 * @property {() => boolean} ended  are all steps on the tape?
 * @property {() => string} trouble  what went wrong, or ''
 */

/** Steps asked for at once. */
const BATCH = 2000;
/** No tape is longer: a search has no end that anybody would see. */
const LONGEST = 200_000;

/**
 * @param {wire.Puzzle} puzzle
 * @param {() => void} grown  called when there are more
 * @param {AbortSignal} signal
 * @returns {Reel}
 */
export function searchReel(puzzle, grown, signal) {
  /** @type {Tape<Shown>} */
  const tape = emptyTape();
  const state = { id: '', ended: false, trouble: '', busy: false };

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
    record(tape, page.steps, things);
    state.ended = (page.ended && tape.steps.length >= page.total) || tape.steps.length >= LONGEST;
  }
  return {
    tape,
    want(upTo) {
      if (!state.busy && !state.ended && !state.trouble && upTo >= tape.steps.length) void more();
    },
    ended: () => state.ended,
    trouble: () => state.trouble,
  };
}

/** What a step touches. @param {Shown} step */
const things = ({ changes }) => (changes ?? []).map(thingOf);
