/** A tray is not searched by laying pieces: what is watched is its shortest solution, move by move. */
import { latest } from '../../core/latest.js';
import { count } from '../../core/numbers.js';
import { text } from '../../text/en.js';
import { Controls } from './controls.js';
import { position, trayReel } from './reel.js';

/** @import { Opened } from '../../io/opened.js' */
/** @import { Layout } from './layout.js' */

const t = text.watcher;

/**
 * @param {Opened} opened
 * @param {Layout} page
 * @param {AbortSignal} signal
 */
export function watchTray({ puzzle }, page, signal) {
  let [at, searched] = [0, ''];
  /** How many moves were possible, at each place that was seen. @type {Map<number, number>} */
  const ways = new Map();
  const seen = (/** @type {{nodes: number, depth: number}} */ { nodes, depth }) => {
    searched = depth ? t.searching(count(nodes), count(depth)) : t.searched(count(nodes));
    paint();
  };
  const reel = trayReel(puzzle, seen, () => look(at), signal);
  const look = latest(
    (/** @type {number} */ place) => position(puzzle, reel.moves.slice(0, place), signal),
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
    length: () => reel.moves.length,
    ended: reel.ended,
    /** @param {number} to */
    show(to) {
      at = Math.min(Math.max(0, to), reel.moves.length);
      look(at);
      paint();
    },
  };
  const desk = new Controls(film, signal);
  page.bench.append(...desk.elements);
  page.rest.hidden = true;
  function paint() {
    const { moves } = reel;
    const steps = moves.map((_, i) => ({ depth: ways.get(i) ?? 0, solved: i + 1 === moves.length }));
    page.tree.paint(steps, Math.max(1, ...ways.values()), at, ways.size);
    const words = [t.moveOf(at, moves.length), searched].filter(Boolean).join(' ');
    page.facts.textContent = reel.trouble() || words;
    desk.paint();
  }
  reel.want(0);
  look(0);
}
