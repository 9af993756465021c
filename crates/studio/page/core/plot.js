/**
 * A curve of scores over time, in the units of a drawing.
 *
 * @typedef {{ seconds: number, score: number }} Point
 * @typedef {{ width: number, height: number }} Room
 * @typedef {object} Scale
 * @property {number} from  the least value shown
 * @property {number} to  the greatest
 * @property {number[]} ticks
 */

/**
 * Round numbers that span some values.
 *
 * @param {number} least
 * @param {number} most
 * @param {number} ticks  about how many
 * @returns {Scale}
 */
export function scale(least, most, ticks = 4) {
  const span = Math.max(most - least, 1e-9);
  const rough = 10 ** Math.floor(Math.log10(span / ticks));
  const step = [1, 2, 5, 10].map((n) => n * rough).find((n) => span / n <= ticks) ?? rough * 10;
  const from = Math.floor(least / step) * step;
  const to = Math.max(Math.ceil(most / step) * step, from + step);
  const count = Math.round((to - from) / step) + 1;
  return {
    from,
    to,
    ticks: Array.from({ length: count }, (_, i) => Number((from + i * step).toPrecision(12))),
  };
}

/**
 * The path of a score that holds until the next one comes, on to the present.
 *
 * @param {readonly Point[]} points
 * @param {number} now  seconds
 * @param {{ x: Scale, y: Scale }} scales
 * @param {Room} room
 */
export function stairs(points, now, scales, room) {
  const x = (/** @type {number} */ v) => round(place(scales.x, v) * room.width);
  const y = (/** @type {number} */ v) => round((1 - place(scales.y, v)) * room.height);
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = rest.map((point) => `H${x(point.seconds)}V${y(point.score)}`);
  return `M${x(first.seconds)} ${y(first.score)}${parts.join('')}H${x(Math.max(now, points.at(-1)?.seconds ?? 0))}`;
}

/** Where a value lies on its scale, 0 to 1. @param {Scale} along @param {number} value */
export const place = (along, value) =>
  Math.min(1, Math.max(0, (value - along.from) / (along.to - along.from)));

const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * The points with the dullest left out where there are too many to be seen apart: the first and the last stay.
 *
 * @param {readonly Point[]} points
 * @param {number} most
 * @returns {readonly Point[]}
 */
export function thinned(points, most) {
  if (points.length <= most) return points;
  const every = Math.ceil(points.length / most);
  return points.filter((_, i) => i % every === 0 || i === points.length - 1);
}
