/**
 * How a block follows a finger through the room that it has.
 *
 * The room are the places that the block can reach, the unit steps between them, and every unit square whose corners and
 * sides are all there: on those it moves freely. It goes to the point of the room nearest to the finger, and where that
 * cannot be reached in a straight line it walks there along the steps. So it turns corners and overlaps nothing.
 */

/** @import { Room } from '../types.js' */

/** @typedef {readonly [number, number]} Point */

/**
 * A room made ready for walking.
 * @typedef {object} Ground
 * @property {Room} room
 * @property {Map<string, number>} index The anchors by their place.
 * @property {readonly Part[]} parts Points, steps and squares by their least corner and their extent.
 */

/** @typedef {{x: number, y: number, w: 0 | 1, h: 0 | 1}} Part */

/** A point further than this counts as worse by so much: else a block trembles between two ways. */
const FAR = 0.75;
const WORSE = 0.15;

/** Cells a second when it has to walk. */
export const SPEED = 40;

const FINE = 1e-6;
const WAYS = /** @type {const} */ (['U', 'R', 'D', 'L']);

/** @param {number} x @param {number} y */
const place = (x, y) => `${x},${y}`;

/** @param {readonly number[] | undefined} anchor @returns {Point} */
const flat = (anchor) => [anchor?.[0] ?? 0, anchor?.[1] ?? 0];

/** @param {Room} room @returns {Ground} */
export function ground(room) {
  const index = new Map(room.anchors.map(([x, y], i) => [place(x, y), i]));
  const step = (/** @type {number | null | undefined} */ from, /** @type {number} */ way) =>
    from === null || from === undefined ? null : (room.steps[from]?.[way] ?? null);
  /** @type {Part[]} */
  const parts = [];
  room.anchors.forEach(([x, y], i) => {
    const [right, down] = [step(i, 1), step(i, 2)];
    const across = step(right, 2);
    if (right !== null && down !== null && across !== null && step(down, 1) === across)
      parts.push({ x, y, w: 1, h: 1 });
    if (right !== null) parts.push({ x, y, w: 1, h: 0 });
    if (down !== null) parts.push({ x, y, w: 0, h: 1 });
    parts.push({ x, y, w: 0, h: 0 });
  });
  return { room, index, parts };
}

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The point of the room to go to. @param {Ground} ground @param {Point} here @param {Point} wish @returns {Point} */
export function aim({ parts }, here, wish) {
  /** @type {Point} */
  let best = here;
  let least = Infinity;
  for (const { x, y, w, h } of parts) {
    /** @type {Point} */
    const point = [clamp(x, wish[0], x + w), clamp(y, wish[1], y + h)];
    const cost = distance(point, wish) + (distance(point, here) > FAR ? WORSE : 0);
    if (cost < least - FINE) [best, least] = [point, cost];
  }
  return best;
}

/** The least part of the room that a point lies in. @param {Ground} ground @param {Point} point @returns {Part | null} */
export function partAt({ index, room }, [px, py]) {
  const [x, y] = [Math.floor(px + FINE), Math.floor(py + FINE)];
  const w = px - x > FINE ? 1 : 0;
  const h = py - y > FINE ? 1 : 0;
  const at = index.get(place(x, y));
  if (at === undefined) return null;
  const steps = room.steps[at] ?? [];
  const right = steps[1] ?? null;
  const down = steps[2] ?? null;
  if (w === 1 && right === null) return null;
  if (h === 1 && down === null) return null;
  if (w === 1 && h === 1) {
    const across = room.steps[right ?? -1]?.[2] ?? null;
    if (across === null || (room.steps[down ?? -1]?.[1] ?? null) !== across) return null;
  }
  return { x, y, w, h };
}

/** Is the straight line between two points all in the room? @param {Ground} ground @param {Point} from @param {Point} to */
function straight(ground, from, to) {
  const count = Math.ceil(distance(from, to) * 20);
  for (let i = 1; i <= count; i++) {
    const share = i / count;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    if (!partAt(ground, [x, y])) return false;
  }
  return true;
}

/** The anchors at the corners of the part that a point lies in. @param {Ground} ground @param {Point} point */
function corners(ground, point) {
  const part = partAt(ground, point);
  if (!part) return [0];
  const found = new Set();
  for (const x of [part.x, part.x + part.w]) {
    for (const y of [part.y, part.y + part.h]) found.add(ground.index.get(place(x, y)));
  }
  return [...found].filter((at) => at !== undefined);
}

/**
 * A shortest way over anchors from one of these to one of those.
 * @param {Room} room
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @returns {number[]}
 */
function way(room, from, to) {
  /** @type {Map<number, number | null>} */
  const before = new Map(from.map((at) => [at, null]));
  const open = [...from];
  for (let i = 0; i < open.length; i++) {
    const here = /** @type {number} */ (open[i]);
    if (to.includes(here)) return unwind(before, here);
    for (const next of room.steps[here] ?? []) {
      if (next !== null && !before.has(next)) {
        before.set(next, here);
        open.push(next);
      }
    }
  }
  return [];
}

/** @param {Map<number, number | null>} before @param {number} last */
function unwind(before, last) {
  const all = [last];
  for (let at = before.get(last); at !== null && at !== undefined; at = before.get(at)) all.unshift(at);
  return all;
}

/**
 * Where the block is a moment later.
 * @param {Ground} ground
 * @param {Point} here
 * @param {Point} wish Where the finger would have it.
 * @param {number} seconds Since the last time.
 * @returns {Point}
 */
export function follow(ground, here, wish, seconds) {
  const goal = aim(ground, here, wish);
  if (straight(ground, here, goal)) return goal;
  const stations = way(ground.room, corners(ground, here), corners(ground, goal)).map((at) =>
    flat(ground.room.anchors[at]),
  );
  let left = Math.max(0, seconds) * SPEED;
  let now = here;
  for (const next of [...stations, goal]) {
    const far = distance(now, next);
    if (far > left) {
      const share = left / far;
      return [now[0] + (next[0] - now[0]) * share, now[1] + (next[1] - now[1]) * share];
    }
    left -= far;
    now = next;
  }
  return goal;
}

/** The anchor nearest to a point of the room. @param {Ground} ground @param {Point} here @returns {number} */
export function settle(ground, here) {
  const near = corners(ground, here);
  const far = (/** @type {number} */ at) => distance(flat(ground.room.anchors[at]), here);
  return near.reduce((best, at) => (far(at) < far(best) ? at : best), near[0] ?? 0);
}

/** The unit steps of a shortest way from where the block lies to an anchor. @param {Room} room @param {number} anchor */
export function pathTo(room, anchor) {
  const stations = way(room, [0], [anchor]);
  let path = '';
  for (let i = 1; i < stations.length; i++) {
    const from = room.steps[stations[i - 1] ?? -1] ?? [];
    path += WAYS[from.indexOf(stations[i] ?? -1)] ?? '';
  }
  return path;
}

/**
 * The anchor that a step leads to, or the last one of a row of such steps.
 * @param {Room} room
 * @param {number} from
 * @param {number} direction 0 up, 1 right, 2 down, 3 left.
 * @param {boolean} toTheEnd
 * @returns {number | null} `null` where it cannot go.
 */
export function stepFrom(room, from, direction, toTheEnd) {
  let at = room.steps[from]?.[direction] ?? null;
  for (let next = at; toTheEnd && next !== null; next = room.steps[next]?.[direction] ?? null) at = next;
  return at;
}
