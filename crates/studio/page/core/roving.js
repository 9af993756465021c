/** Where keys lead on a grid that may have holes. */
import { key as keyOf } from './geometry.js';

/** @import { Cell } from '../types.js' */

/**
 * @typedef {object} Field
 * @property {number} columns
 * @property {number} rows
 * @property {number} layers
 * @property {import('../types.js').Grid} grid
 * @property {(cell: Cell) => boolean} has Is there such a cell?
 */

/** @type {Record<string, Cell>} */
export const ARROWS = {
  ArrowUp: [0, -1, 0],
  ArrowRight: [1, 0, 0],
  ArrowDown: [0, 1, 0],
  ArrowLeft: [-1, 0, 0],
};

/** How many rows a page is. */
const PAGE = 5;

/** @param {readonly Cell[]} cells @param {Omit<Field, 'has'>} size @returns {Field} */
export function field(cells, { columns, rows, layers, grid }) {
  const known = new Set(cells.map(keyOf));
  return { columns, rows, layers, grid, has: (cell) => known.has(keyOf(cell)) };
}

/** The next cell on a way. Columns of hexagons lean, so a way up or down goes left and right in turns. @param {Field} field @param {Cell} from @param {Cell} by @returns {Cell} */
function next(field, [x, y, z], by) {
  /** @type {Cell} */
  const cell = [x + by[0], y + by[1], z + by[2]];
  if (field.grid !== 'hexagons' || by[1] === 0) return cell;
  /** @type {Cell} */
  const other = [cell[0] - by[1], cell[1], z];
  const [first, second] = (y & 1) === (by[1] < 0 ? 1 : 0) ? [cell, other] : [other, cell];
  return !field.has(first) && field.has(second) ? second : first;
}

/** The first cell on a way, the start itself not among them. @param {Field} field @param {Cell} from @param {Cell} by @returns {Cell | null} */
function along(field, from, by) {
  let [x, y, z] = from;
  for (;;) {
    [x, y, z] = next(field, [x, y, z], by);
    const inside = x >= 0 && y >= 0 && z >= 0 && x < field.columns && y < field.rows && z < field.layers;
    if (!inside) return null;
    if (field.has([x, y, z])) return [x, y, z];
  }
}

/** The last cell on a way. @param {Field} field @param {Cell} from @param {Cell} by @param {number} [most] @returns {Cell | null} */
function farthest(field, from, by, most = Infinity) {
  let last = null;
  for (let next = along(field, from, by); next && most > 0; next = along(field, next, by), most--)
    last = next;
  return last;
}

/** The first cell of the board in reading order, or the last. @param {Field} field @param {1 | -1} way @returns {Cell | null} */
export function extreme(field, way) {
  const all = field.columns * field.rows * field.layers;
  for (let n = 0; n < all; n++) {
    const i = way === 1 ? n : all - 1 - n;
    const row = Math.floor(i / field.columns);
    /** @type {Cell} */
    const cell = [i % field.columns, row % field.rows, Math.floor(row / field.rows)];
    if (field.has(cell)) return cell;
  }
  return null;
}

/**
 * Where a key leads.
 * @param {Field} field
 * @param {Cell} from
 * @param {{key: string, ctrlKey?: boolean}} pressed
 * @returns {Cell | null} `null` where it leads nowhere, or means nothing here.
 */
export function lead(field, from, { key, ctrlKey = false }) {
  const arrow = ARROWS[key];
  if (arrow) return ctrlKey ? farthest(field, from, arrow) : along(field, from, arrow);
  if (key === 'Home') return ctrlKey ? extreme(field, 1) : farthest(field, from, [-1, 0, 0]);
  if (key === 'End') return ctrlKey ? extreme(field, -1) : farthest(field, from, [1, 0, 0]);
  const page = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0;
  if (page === 0) return null;
  return field.layers > 1 ? along(field, from, [0, 0, page]) : farthest(field, from, [0, page, 0], PAGE);
}

/**
 * A cell on which something can lie: this one, or else the next on the way that a key led, or one beside it.
 * @param {Field} field
 * @param {Cell} cell
 * @param {(cell: Cell) => boolean} able
 * @param {string} [key]
 * @returns {Cell | null}
 */
export function onto(field, cell, able, key = '') {
  const ways = key === 'ArrowLeft' || key === 'ArrowRight' ? [key] : ['ArrowRight', 'ArrowLeft'];
  for (const way of ways) {
    /** @type {Cell | null} */
    let found = cell;
    while (found && !able(found)) found = lead(field, found, { key: way });
    if (found) return found;
  }
  return null;
}
