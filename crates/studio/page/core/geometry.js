/** Points and cells. A cell's corner has whole numbers; the layers of a solid board are slices side by side. */

/** @import { Cell } from '../types.js' */

/**
 * How a board lies in its drawing, in the drawing's units.
 * @typedef {object} Frame
 * @property {number} columns
 * @property {number} rows
 * @property {number} size Of a cell.
 * @property {readonly (readonly number[])[]} origins The corner of each layer.
 * @property {readonly number[]} viewBox
 */

/** A place between cells: column and row with fractions, and a layer. @typedef {readonly [number, number, number]} Spot */

/** @param {import('../types.js').Setup} setup @returns {Frame} */
export const frameOf = (setup) => ({
  columns: setup.columns,
  rows: setup.rows,
  size: setup.cellSize,
  origins: setup.origins,
  viewBox: setup.viewBox,
});

/** A cell as a key. @param {readonly number[]} cell */
export const key = (cell) => `${cell[0] ?? 0},${cell[1] ?? 0},${cell[2] ?? 0}`;

/** @param {string} written @returns {Cell} */
export const unkey = (written) => {
  const [x = 0, y = 0, z = 0] = written.split(',').map(Number);
  return [x, y, z];
};

/** @param {readonly number[]} a @param {readonly number[]} b @returns {Cell} */
export const plus = (a, b) => [at(a, 0) + at(b, 0), at(a, 1) + at(b, 1), at(a, 2) + at(b, 2)];

/** @param {readonly number[]} a @param {readonly number[]} b @returns {Cell} */
export const minus = (a, b) => [at(a, 0) - at(b, 0), at(a, 1) - at(b, 1), at(a, 2) - at(b, 2)];

/** @param {readonly number[]} list @param {number} i */
const at = (list, i) => list[i] ?? 0;

/** Are these the same cell? @param {readonly number[]} a @param {readonly number[]} b */
export const same = (a, b) => key(a) === key(b);

/**
 * A point of the screen in the units of the drawing.
 * @param {Frame} frame
 * @param {{left: number, top: number, width: number, height: number}} rect Where the drawing is on the screen.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function toUnits({ viewBox }, rect, x, y) {
  const [left = 0, top = 0, width = 1, height = 1] = viewBox;
  return [left + ((x - rect.left) * width) / rect.width, top + ((y - rect.top) * height) / rect.height];
}

/**
 * Where a point of the drawing is on the board: in the layer that it lies on or is nearest to.
 * @param {Frame} frame
 * @param {readonly [number, number]} point
 * @returns {Spot}
 */
export function locate({ origins, size, columns, rows }, [x, y]) {
  let [best, least] = [0, Infinity];
  for (const [z, [left = 0, top = 0]] of origins.entries()) {
    const dx = Math.max(left - x, 0, x - left - columns * size);
    const dy = Math.max(top - y, 0, y - top - rows * size);
    if (dx * dx + dy * dy < least) [best, least] = [z, dx * dx + dy * dy];
  }
  const [left = 0, top = 0] = origins[best] ?? [];
  return [(x - left) / size, (y - top) / size, best];
}

/** Where a place of the board is in the drawing. @param {Frame} frame @param {Spot} spot @returns {[number, number]} */
export function toDrawing({ origins, size }, [x, y, z]) {
  const [left = 0, top = 0] = origins[z] ?? origins[0] ?? [];
  return [left + x * size, top + y * size];
}

/** The cell that a place is in; `null` outside of the box around the board. @param {Frame} frame @param {Spot} spot @returns {Cell | null} */
export function cellAt({ columns, rows }, [x, y, z]) {
  const inside = x >= 0 && y >= 0 && x < columns && y < rows;
  return inside ? [Math.floor(x), Math.floor(y), z] : null;
}

/** The least and the greatest corner of the box around some cells. @param {readonly (readonly number[])[]} cells @returns {[Cell, Cell]} */
export function box(cells) {
  /** @type {Cell} */
  const low = [Infinity, Infinity, Infinity];
  /** @type {Cell} */
  const high = [-Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    for (const i of /** @type {const} */ ([0, 1, 2])) {
      low[i] = Math.min(low[i], at(cell, i));
      high[i] = Math.max(high[i], at(cell, i));
    }
  }
  return [low, high];
}

/** Snaps when it is this near to a cell, and lets go when it is this far: with one number it would tremble. */
export const SNAP = 0.3;
export const LET_GO = 0.36;

/**
 * The cell that a piece clings to.
 * @param {readonly number[] | null} last What it clung to before.
 * @param {Spot} spot
 * @returns {Cell | null}
 */
export function cling(last, [x, y, z]) {
  const far = (/** @type {readonly number[]} */ c) => Math.hypot(x - at(c, 0), y - at(c, 1));
  if (last && at(last, 2) === z && far(last) <= LET_GO) return [at(last, 0), at(last, 1), z];
  /** @type {Cell} */
  const near = [Math.round(x), Math.round(y), z];
  return far(near) < SNAP ? near : null;
}

/**
 * The nearest of some cells, where one is within reach.
 * @template {readonly number[]} C
 * @param {Iterable<C>} cells
 * @param {Spot} spot
 * @param {number} reach
 * @returns {C | null}
 */
export function nearest(cells, [x, y, z], reach) {
  let found = null;
  let least = reach;
  for (const cell of cells) {
    const far = at(cell, 2) === z ? Math.hypot(x - at(cell, 0), y - at(cell, 1)) : Infinity;
    if (far < least) [found, least] = [cell, far];
  }
  return found;
}
