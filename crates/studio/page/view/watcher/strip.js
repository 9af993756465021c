/** The tree so far as two strips: how deep the search was all along, and which way was taken at each depth. */
import { skyline } from '../../core/tape.js';
import { make } from '../../part/make.js';
import { text } from '../../text/en.js';

/** @import { Shown } from './reel.js' */

const t = text.watcher;
const SVG = 'http://www.w3.org/2000/svg';
const COLUMNS = 320;
const HIGH = 64;

/** The depth of the search along the tape, with the place that is shown. */
export function depthStrip() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${COLUMNS} ${HIGH}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const [area, solved, later, now] = ['depth', 'solved', 'later', 'now'].map((name) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    svg.append(path);
    return path;
  });
  let known = '';
  return {
    element: svg,
    /**
     * @param {readonly Pick<Shown, 'depth' | 'solved'>[]} steps
     * @param {number} deepest
     * @param {number} at
     * @param {number} [edition]  another one when steps that were there have changed
     */
    paint(steps, deepest, at, edition = 0) {
      const wide = COLUMNS / Math.max(1, steps.length);
      const wanted = `${steps.length} ${deepest} ${edition}`;
      if (wanted !== known) {
        known = wanted;
        const line = skyline(steps, COLUMNS);
        const y = (/** @type {number} */ depth) =>
          Math.round(HIGH - (depth / Math.max(1, deepest)) * (HIGH - 6));
        const column = line.map(({ start, most }, i) => {
          const end = (line[i + 1]?.start ?? steps.length) * wide;
          return `M${(start * wide).toFixed(2)} ${HIGH}V${y(most)}H${end.toFixed(2)}V${HIGH}Z`;
        });
        area?.setAttribute('d', column.join(''));
        const stars = line
          .filter((part) => part.solved)
          .map(({ start }) => `M${(start * wide).toFixed(2)} 0v6`);
        solved?.setAttribute('d', stars.join(''));
      }
      const here = (at * wide).toFixed(2);
      later?.setAttribute('d', `M${here} 0H${COLUMNS}V${HIGH}H${here}Z`);
      now?.setAttribute('d', `M${here} 0V${HIGH}`);
    },
  };
}

/** A bar for each thing on the board: which way of how many it was. */
export function choiceStrip() {
  const list = make('ol', { class: 'choices-strip', 'aria-label': t.choices });
  return {
    element: list,
    /** @param {readonly Shown[]} stack */
    paint(stack) {
      while (list.children.length > stack.length) list.lastElementChild?.remove();
      stack.forEach((step, i) => {
        const item = list.children[i] ?? list.appendChild(make('li', {}, make('span', {})));
        const words = t.choice(step.piece, step.way ?? 1, step.of ?? 1);
        if (item.getAttribute('title') === words) return;
        item.setAttribute('title', words);
        const bar = /** @type {HTMLElement} */ (item.firstElementChild);
        bar.textContent = t.wayOf(step.way ?? 1, step.of ?? 1);
        const { way = 1, of = 1 } = step;
        /** @type {HTMLElement} */ (item).style.setProperty('--tried', `${((way - 1) / of) * 100}%`);
        /** @type {HTMLElement} */ (item).style.setProperty('--here', `${(way / of) * 100}%`);
      });
    },
  };
}
