/** The shortest solution of a tray, move by move. */
import { latest } from '../../core/latest.js';
import { count } from '../../core/numbers.js';
import { text } from '../../text/en.js';
import { Controls } from './controls.js';
import { position, shortest } from './solution.js';

/** @import { Opened } from '../../io/opened.js' */
/** @import { Layout } from './layout.js' */
/** @import { Heard } from './solution.js' */
/** @import { Move } from '../../types.js' */

const t = text.watcher;

/** @typedef {(at: number) => void} Look */

/** The moves of a solution, as far as they are known and seen. */
class Solution {
  /** @type {Move[]} */
  moves = [];
  at = 0;
  searched = '';
  trouble = '';
  /** How many moves were possible, at each place that was seen. @type {Map<number, number>} */
  ways = new Map();

  /** A film for the controls. @param {Look} look */
  film(look) {
    return {
      at: () => this.at,
      aim: () => this.at,
      length: () => this.moves.length,
      ended: () => this.moves.length > 0,
      show: (/** @type {number} */ to) => {
        this.at = Math.min(Math.max(0, to), this.moves.length);
        look(this.at);
      },
    };
  }

  /** What is heard of the search for it. @param {() => void} changed @returns {Heard} */
  hearing(changed) {
    const set = (/** @type {Partial<Solution>} */ some) => {
      Object.assign(this, some);
      changed();
    };
    return {
      found: (moves) => set({ moves }),
      failed: (trouble) => set({ trouble }),
      searched: (nodes, depth) =>
        set({ searched: depth ? t.searching(count(nodes), count(depth)) : t.searched(count(nodes)) }),
    };
  }

  get words() {
    return this.trouble || `${t.moveOf(this.at, this.moves.length)} ${this.searched}`.trim();
  }
}

/**
 * @param {Opened} opened
 * @param {Layout} page
 * @param {AbortSignal} signal
 */
export function watchSolution({ puzzle }, page, signal) {
  const known = new Solution();
  const look = latest(
    (/** @type {number} */ place) => position(puzzle, known.moves.slice(0, place), signal),
    (found, place) => {
      if (!found) return;
      page.stage.put(found.svg);
      known.ways.set(place, found.ways);
      page.step.textContent = place === 0 ? t.start : found.said;
      page.why.textContent = t.waysOn(found.ways);
      paint();
    },
  );
  const desk = new Controls(known.film(look), signal);
  page.bench.append(...desk.elements);
  page.rest.hidden = true;
  function paint() {
    const { moves, ways, at } = known;
    const steps = moves.map((_, i) => ({ depth: ways.get(i) ?? 0, solved: i + 1 === moves.length }));
    page.tree.paint(steps, Math.max(1, ...ways.values()), at, ways.size);
    page.facts.textContent = known.words;
    desk.paint();
  }
  void shortest(puzzle, known.hearing(paint), signal);
  look(0);
}
