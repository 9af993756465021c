/** The shortest solution of a tray, move by move. */
import { latest } from '../../core/latest.js';
import { count } from '../../core/numbers.js';
import { text } from '../../text/en.js';
import { Controls } from './controls.js';
import { position, shortest } from './solution.js';

/** @import { Opened } from '../../io/opened.js' */
/** @import { Layout } from './layout.js' */
/** @import { Move } from '../../types.js' */

const t = text.watcher;

/**
 * @param {Opened} opened
 * @param {Layout} page
 * @param {AbortSignal} signal
 */
export function watchSolution({ puzzle }, page, signal) {
  /** @type {Move[]} */
  let moves = [];
  let [at, searched, trouble] = [0, '', ''];
  /** How many moves were possible, at each place that was seen. @type {Map<number, number>} */
  const ways = new Map();
  const look = latest(
    (/** @type {number} */ place) => position(puzzle, moves.slice(0, place), signal),
    (found, place) => {
      if (!found) return;
      page.stage.put(found.svg);
      ways.set(place, found.ways);
      page.step.textContent = place === 0 ? t.start : found.said;
      page.why.textContent = t.waysOn(found.ways);
      paint();
    },
  );
  const film = {
    at: () => at,
    aim: () => at,
    length: () => moves.length,
    ended: () => moves.length > 0,
    /** @param {number} to */
    show(to) {
      at = Math.min(Math.max(0, to), moves.length);
      look(at);
      paint();
    },
  };
  const desk = new Controls(film, signal);
  page.bench.append(...desk.elements);
  page.rest.hidden = true;
  function paint() {
    const steps = moves.map((_, i) => ({ depth: ways.get(i) ?? 0, solved: i + 1 === moves.length }));
    page.tree.paint(steps, Math.max(1, ...ways.values()), at, ways.size);
    const words = [t.moveOf(at, moves.length), searched].filter(Boolean).join(' ');
    page.facts.textContent = trouble || words;
    desk.paint();
  }
  const heard = {
    searched: (/** @type {number} */ nodes, /** @type {number} */ depth) => {
      searched = depth ? t.searching(count(nodes), count(depth)) : t.searched(count(nodes));
      paint();
    },
    found: (/** @type {Move[]} */ found) => {
      moves = found;
      paint();
    },
    failed: (/** @type {string} */ words) => {
      trouble = words;
      paint();
    },
  };
  void shortest(puzzle, heard, signal);
  look(0);
}
