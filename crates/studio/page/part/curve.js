/**
 * `<mq-curve>`: the best score over time, drawn as it grows.
 */
import { place, scale, stairs, thinned } from '../core/plot.js';
import { onceAFrame } from './frame.js';

/** @import { Point } from '../core/plot.js' */

const SVG = 'http://www.w3.org/2000/svg';
const ROOM = { width: 640, height: 200 };
const LEFT = 52;
const TOP = 12;
/** As many points as can be seen apart. */
const MOST = 400;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [words]
 */
function drawn(tag, attributes, words) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (words !== undefined) element.textContent = words;
  return element;
}

export class Curve extends HTMLElement {
  /** @type {Point[]} */
  #points = [];
  #now = 0;
  #paintSoon = onceAFrame(() => this.#paint());

  /** Begins anew. @param {string} label  what the curve shows, for those who do not see it */
  begin(label) {
    this.#points = [];
    this.#now = 0;
    this.setAttribute('role', 'img');
    this.setAttribute('aria-label', label);
    this.#paintSoon();
  }

  /** A point; one that is told again is passed over. @param {Point} point */
  add(point) {
    if (point.seconds <= (this.#points.at(-1)?.seconds ?? -1)) return;
    this.#points.push(point);
    this.tick(point.seconds);
  }

  /** The time that has passed. @param {number} seconds */
  tick(seconds) {
    this.#now = Math.max(this.#now, seconds);
    this.#paintSoon();
  }

  /** How many points it has; for those who wait for one. */
  get length() {
    return this.#points.length;
  }

  #paint() {
    const points = thinned(this.#points, MOST);
    const scores = points.map((point) => point.score);
    const x = scale(0, Math.max(this.#now, 1), 5);
    const y = scale(scores.length ? Math.min(...scores) : 0, scores.length ? Math.max(...scores) : 1, 4);
    // The present is the right rim: a curve that leaves half of its room empty says nothing about the future.
    const along = {
      ...x,
      to: Math.max(this.#now, 1),
      ticks: x.ticks.filter((tick) => tick <= Math.max(this.#now, 1)),
    };
    const svg = drawn('svg', {
      viewBox: `0 0 ${ROOM.width + LEFT + 16} ${ROOM.height + TOP + 28}`,
      'aria-hidden': 'true',
    });
    const path = stairs(points, this.#now, { x: along, y }, ROOM);
    const inner = drawn('g', { transform: `translate(${LEFT} ${TOP})` });
    inner.append(...heights(y), ...times(along));
    if (path) {
      inner.append(drawn('path', { class: 'under', d: `${path}V${ROOM.height}H0Z` }));
      inner.append(drawn('path', { class: 'line', d: path }));
      const last = scores.at(-1) ?? 0;
      const top = (1 - place(y, last)) * ROOM.height;
      inner.append(drawn('circle', { class: 'now', cx: ROOM.width, cy: top, r: 5 }));
    }
    svg.append(inner);
    this.replaceChildren(svg);
  }
}

/** @param {import('../core/plot.js').Scale} along */
function heights(along) {
  return along.ticks.flatMap((tick) => {
    const at = (1 - place(along, tick)) * ROOM.height;
    return [
      drawn('line', { class: 'rule', x1: 0, x2: ROOM.width, y1: at, y2: at }),
      drawn('text', { class: 'tick', x: -10, y: at + 5, 'text-anchor': 'end' }, String(tick)),
    ];
  });
}

/** @param {import('../core/plot.js').Scale} along */
function times(along) {
  return along.ticks.map((tick) => {
    const at = place(along, tick) * ROOM.width;
    return drawn('text', { class: 'tick', x: at, y: ROOM.height + 22, 'text-anchor': 'middle' }, `${tick} s`);
  });
}

customElements.define('mq-curve', Curve);
