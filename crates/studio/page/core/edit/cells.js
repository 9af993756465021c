/**
 * Sets of cells, as the workshop paints them. A cell is a column, a row and perhaps a layer.
 *
 * @typedef {import('../../types.js').Grid} Grid
 * @typedef {readonly number[]} Cell
 * @typedef {string | null} Colour  a sign, or null for any
 * @typedef {Map<string, Colour>} Painted  the colour of each cell that is there, by its key
 */

import { pointsDown } from '../geometry.js';

/** A cell as a key of maps. @param {Cell} cell */
export const key = ([x, y, z = 0]) => `${x},${y},${z}`;

/** The cell of a key. @param {string} text */
const cellOf = (text) => text.split(',').map(Number);

/** @param {Cell} a @param {Cell} b */
export const same = (a, b) => key(a) === key(b);

/**
 * @param {readonly Cell[]} cells
 * @param {readonly Colour[]} [colours]
 * @returns {Painted}
 */
export function painted(cells, colours) {
  return new Map(cells.map((cell, i) => [key(cell), colours?.[i] ?? null]));
}

/**
 * Cells in reading order with their colours; no colours where all are any.
 *
 * @param {Painted} map
 * @returns {{ cells: number[][], colours?: Colour[] }}
 */
export function written(map) {
  const entries = [...map].map(([at, colour]) => ({
    cell: cellOf(at),
    colour,
  }));
  entries.sort((a, b) => inOrder(a.cell, b.cell));
  const cells = entries.map(({ cell }) => cell);
  const colours = entries.map(({ colour }) => colour);
  return colours.some((colour) => colour !== null) ? { cells, colours } : { cells };
}

/** Layer by layer, row by row. @param {Cell} a @param {Cell} b */
export function inOrder(a, b) {
  return (a[2] ?? 0) - (b[2] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0);
}

/**
 * How many columns, rows and layers reach from the origin over all cells.
 *
 * @param {readonly Cell[]} cells
 * @returns {{ columns: number, rows: number, layers: number }}
 */
export function extent(cells) {
  const reach = (/** @type {number} */ axis) =>
    cells.reduce((most, cell) => Math.max(most, (cell[axis] ?? 0) + 1), 0);
  return { columns: reach(0), rows: reach(1), layers: Math.max(1, reach(2)) };
}

/**
 * The cells with their least corner at the origin. Triangles go on to point as they do.
 *
 * @param {readonly Cell[]} cells
 * @param {Grid} [grid]
 * @returns {number[][]}
 */
export function atOrigin(cells, grid = 'squares') {
  const least = [0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis] ?? 0)));
  if (pointsDown(grid, least)) least[0] = (least[0] ?? 0) - 1;
  return cells.map((cell) => least.map((from, axis) => (cell[axis] ?? 0) - from));
}

/**
 * The cells from one to another, both among them, so that a fast hand leaves no gaps.
 *
 * @param {Cell} from
 * @param {Cell} to
 * @returns {number[][]}
 */
export function between(from, to) {
  const [x = 0, y = 0, z = 0] = from;
  const [dx, dy] = [(to[0] ?? 0) - x, (to[1] ?? 0) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  if (steps === 0 || z !== (to[2] ?? 0)) return [[...to]];
  const at = (/** @type {number} */ i) => [
    x + Math.round((dx * i) / steps),
    y + Math.round((dy * i) / steps),
    z,
  ];
  return Array.from({ length: steps + 1 }, (_, i) => at(i));
}

/**
 * All cells of the rectangle with these two corners.
 *
 * @param {Cell} a
 * @param {Cell} b
 * @returns {number[][]}
 */
export function rectangle(a, b) {
  const [left, right] = [Math.min(a[0] ?? 0, b[0] ?? 0), Math.max(a[0] ?? 0, b[0] ?? 0)];
  const [top, bottom] = [Math.min(a[1] ?? 0, b[1] ?? 0), Math.max(a[1] ?? 0, b[1] ?? 0)];
  const cells = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) cells.push([x, y, a[2] ?? 0]);
  }
  return cells;
}
