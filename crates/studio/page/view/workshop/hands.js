/** The bench of the family that lies on the desk: what is drawn there, and what is wrong with it. */
import { NO_FAULTS, faulty, spotOf } from '../../core/edit/faults.js';
import { field, make } from '../../part/make.js';
import { text } from '../../text/en.js';
import { MatchingBench } from './matching.js';
import { SlidingBench } from './sliding.js';
import { TilingBench } from './tiling.js';

/** @import * as wire from '../../types.js' */
/** @import { Faulty, Spot } from '../../core/edit/faults.js' */

/**
 * Where hands make a puzzle of one family.
 * @typedef {object} Bench
 * @property {HTMLElement} element
 * @property {(puzzle: any) => void} show
 * @property {(faulty: Faulty) => void} mark  marks what is wrong
 * @property {(spot: Spot) => void} lead  to what a fault is about
 */

const t = text.workshop;

/** @param {(puzzle: any) => void} change */
export function benches(change) {
  const all = {
    tiling: new TilingBench(change),
    matching: new MatchingBench(change),
    sliding: new SlidingBench(change),
  };
  /** @param {wire.Puzzle} puzzle @returns {Bench} */
  const bench = (puzzle) => all[/** @type {wire.Family} */ (puzzle.family)];
  const title = make('input', { type: 'text', maxlength: 100 });
  const name = field(t.puzzleTitle, title);
  const element = make('div', { class: 'hand' }, name);
  /** @type {wire.Puzzle | null} */
  let shown = null;
  title.addEventListener('change', () => shown && change({ ...shown, title: title.value.trim() }));
  return {
    element,
    /** @param {any} puzzle */
    show(puzzle) {
      if (shown?.family !== puzzle.family) element.replaceChildren(name, bench(puzzle).element);
      shown = puzzle;
      title.value = puzzle.title ?? '';
      bench(puzzle).show(puzzle);
      bench(puzzle).mark(NO_FAULTS);
    },
    /** Marks what faults of the drawing are about. @param {readonly wire.Fault[]} faults */
    fault(faults) {
      if (!shown) return;
      bench(shown).mark(faulty(shown, faults));
    },
    /** What a fault is about, in words. @param {wire.Fault} fault */
    place(fault) {
      const spot = shown && spotOf(shown, fault);
      if (!spot) return '';
      if (spot.kind === 'thing') return t.things[/** @type {wire.Family} */ (shown?.family)](spot.name ?? '');
      return spot.kind === 'cell' ? text.watcher.at(spot.cells[0] ?? []) : t.spots[spot.kind];
    },
    /** @param {wire.Fault} fault */
    goTo(fault) {
      const spot = shown && spotOf(shown, fault);
      if (shown && spot) bench(shown).lead(spot);
    },
  };
}
