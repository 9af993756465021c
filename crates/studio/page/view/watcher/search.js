/** A search that lays pieces, watched. */
import { count } from '../../core/numbers.js';
import { lying } from '../../core/tape.js';
import { text } from '../../text/en.js';
import { Controls } from './controls.js';
import { searchReel } from './reel.js';

/** @import { Opened } from '../../io/opened.js' */
/** @import { Layout } from './layout.js' */
/** @import { Shown } from './reel.js' */
/** @import { Family } from '../../types.js' */

const t = text.watcher;
/** Steps that are fetched before they are needed. */
const AHEAD = 1000;

/**
 * @param {Opened} opened
 * @param {Layout} page
 * @param {AbortSignal} signal
 */
export function watchSearch({ puzzle, family }, page, signal) {
  const reel = searchReel(puzzle, () => (wish > at ? film.show(wish) : paint()), signal);
  const { tape } = reel;
  let [at, wish] = [0, 0];
  let deepest = 1;
  const film = {
    at: () => at,
    aim: () => Math.max(at, wish),
    length: () => tape.steps.length,
    ended: reel.ended,
    /** @param {number} to */
    show(to) {
      // What is not on the tape yet is shown as soon as it is.
      wish = reel.ended() || to <= tape.steps.length ? 0 : to;
      const next = Math.min(Math.max(0, to), tape.steps.length);
      page.stage.wind(tape, at, next);
      at = next;
      paint();
    },
  };
  const desk = new Controls(film, signal);
  page.bench.append(...desk.elements);
  let measured = 0;
  function paint() {
    reel.want(at + AHEAD);
    for (; measured < tape.steps.length; measured++) {
      deepest = Math.max(deepest, tape.steps[measured]?.depth ?? 0);
    }
    page.tree.paint(tape.steps, deepest, at);
    page.choices.paint(lying(tape, at));
    describe(page, tape.steps[at - 1], family, reel.trouble());
    desk.paint();
  }
  void page.stage.empty().then(paint);
}

/**
 * The step in words: what was tried where, which choice it was, and why it went back.
 * @param {Layout} page
 * @param {Shown | undefined} step
 * @param {Family} family
 * @param {string} trouble
 */
function describe(page, step, family, trouble) {
  const tray = family === 'sliding';
  if (trouble || !step) {
    page.step.textContent = trouble || (tray ? t.start : t.ready);
    page.why.textContent = trouble ? '' : t.readyAbout;
    page.facts.textContent = '';
    return;
  }
  page.step.textContent = t.acts[family][step.act](step.piece, t.at(step.cell));
  page.why.textContent = step.act === 'laid' ? onward(step, tray) : why(step, tray);
  const [depth, nodes] = [count(step.depth), count(step.nodes)];
  page.facts.textContent = tray
    ? t.trayCounters(depth, nodes)
    : t.counters(depth, nodes, count(step.solutions));
}

/** @param {Shown} step @param {boolean} tray */
function onward({ way = 1, of = 1, ways = 0, solved }, tray) {
  const end = tray ? t.trayDeadEnd : t.deadEnd;
  const next = solved ? t.solved : ways === 0 ? end : t.waysOn(ways);
  return `${t.way(way, of)} ${next}`;
}

/** @param {Shown} step @param {boolean} tray */
const why = (step, tray) => (tray ? { ...t.whys, ...t.trayWhys } : t.whys)[step.why ?? 'unknown'];
