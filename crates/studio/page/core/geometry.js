/** Points and cells. A cell's corner has whole numbers; the layers of a solid board are slices side by side. */

/** @import { Cell, Grid, Lattice, Setup } from '../types.js' */

/**
 * How a board lies in its drawing, in the drawing's units.
 * @typedef {object} Frame
 * @property {Grid} grid
 * @property {Lattice} lattice
 * @property {Reach} reach Of a layer, from its corner.
 * @property {readonly (readonly number[])[]} origins The corner of each layer.
 * @property {readonly number[]} viewBox
 */

/** A place between cells: column and row with fractions, and a layer. @typedef {readonly [number, number, number]} Spot */

/** The least and the greatest point. @typedef {{left: number, top: number, right: number, bottom: number}} Reach */

/** @param {Setup} setup @returns {Frame} */
export const frameOf = ({ grid, lattice, cells, origins, viewBox }) => ({
  grid,
  lattice,
  reach: reach(lattice, cells),
  origins,
  viewBox,
});

/** How far a cell's corner is from that of the first cell. @param {Lattice} lattice @param {readonly number[]} cell @returns {[number, number]} */
export function offset({ across, down }, cell) {
  const [x, y] = [at(cell, 0), at(cell, 1)];
  return [x * across + y * down[0], y * down[1]];
}

/** What some cells take up, as seen from the corner of the first cell. @param {Lattice} lattice @param {readonly (readonly number[])[]} cells @returns {Reach} */
export function reach(lattice, cells) {
  const [width, height] = lattice.cell;
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const cell of cells) {
    const [x, y] = offset(lattice, cell);
    all.left = Math.min(all.left, x);
    all.top = Math.min(all.top, y);
    all.right = Math.max(all.right, x + width);
    all.bottom = Math.max(all.bottom, y + height);
  }
  return all;
}

const HIGH = Math.sqrt(3) / 2;

/** Lattices with cells of width 1. @type {Record<Grid, Lattice>} */
export const LATTICES = {
  squares: { across: 1, down: [0, 1], cell: [1, 1] },
  hexagons: { across: 1, down: [0.5, HIGH], cell: [1, 1 / HIGH] },
  triangles: { across: 0.5, down: [0, HIGH], cell: [1, HIGH] },
};

/** The corners of a cell within the box around it, which is 1 wide and high. @type {Record<Grid | 'down', readonly (readonly [number, number])[]>} */
const CORNERS = {
  squares: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  hexagons: [
    [0.5, 0],
    [1, 0.25],
    [1, 0.75],
    [0.5, 1],
    [0, 0.75],
    [0, 0.25],
  ],
  triangles: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  down: [
    [0, 0],
    [1, 0],
    [0.5, 1],
  ],
};

/** The corners of a cell whose width is 1. @param {Grid} grid @param {readonly number[]} cell @returns {[number, number][]} */
export function corners(grid, cell) {
  const lattice = LATTICES[grid];
  const [x, y] = offset(lattice, cell);
  const shape = CORNERS[pointsDown(grid, cell) ? 'down' : grid];
  return shape.map(([across, down]) => [x + across * lattice.cell[0], y + down * lattice.cell[1]]);
}

/** Is it a triangle that points down? @param {Grid} grid @param {readonly number[]} cell */
export const pointsDown = (grid, cell) => grid === 'triangles' && ((at(cell, 0) + at(cell, 1)) & 1) === 1;

/** The degrees of the smallest turn. @param {Grid} grid */
export const degrees = (grid) => (grid === 'squares' ? 90 : 60);

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
export function locate(frame, point) {
  const [best] = layerAt(frame, point);
  const [left = 0, top = 0] = frame.origins[best] ?? [];
  const [column, row] = inCells(frame.lattice, [point[0] - left, point[1] - top]);
  return [column, row, best];
}

/** A point as columns and rows. @param {Lattice} lattice @param {readonly [number, number]} point @returns {[number, number]} */
function inCells({ across, down }, [x, y]) {
  const row = y / down[1];
  return [(x - row * down[0]) / across, row];
}

/** The layer that a point is on or nearest to, and how far beside it. @param {Frame} frame @param {readonly [number, number]} point @returns {[number, number]} */
function layerAt({ origins, reach: all }, [x, y]) {
  let [best, least] = [0, Infinity];
  for (const [z, [left = 0, top = 0]] of origins.entries()) {
    const dx = Math.max(left + all.left - x, 0, x - left - all.right);
    const dy = Math.max(top + all.top - y, 0, y - top - all.bottom);
    if (Math.hypot(dx, dy) < least) [best, least] = [z, Math.hypot(dx, dy)];
  }
  return [best, least];
}

/** How far a point is beside the board, in cells. @param {Frame} frame @param {readonly [number, number]} point */
export const beside = (frame, point) => layerAt(frame, point)[1] / frame.lattice.cell[0];

/** The middle of a cell, from its corner, as columns and rows. @param {Frame} frame @returns {[number, number]} */
export const heart = ({ lattice }) => inCells(lattice, [lattice.cell[0] / 2, lattice.cell[1] / 2]);

/** Where a place of the board is in the drawing. @param {Frame} frame @param {Spot} spot @returns {[number, number]} */
export function toDrawing({ origins, lattice }, spot) {
  const [left = 0, top = 0] = origins[spot[2]] ?? origins[0] ?? [];
  const [x, y] = offset(lattice, spot);
  return [left + x, top + y];
}

/** May something lie here that lies only on cells of one parity? On triangles that is whether they point up. @param {Cell} cell @param {number | null} parity */
export const alike = ([x, y], parity) => parity === null || ((x + y) & 1) === parity;

/** How far apart two places of a layer are, in cells. @param {Frame} frame @param {readonly number[]} a @param {readonly number[]} b */
export function apart({ lattice }, a, b) {
  return Math.hypot(...offset(lattice, [at(a, 0) - at(b, 0), at(a, 1) - at(b, 1)])) / lattice.cell[0];
}

/** The cell whose corner is nearest to a place. @param {Frame} frame @param {Spot} spot @param {number | null} parity @returns {Cell} */
export function settled(frame, spot, parity) {
  const [column, row] = [Math.floor(spot[0]), Math.floor(spot[1])];
  /** @type {Cell[]} */
  const near = [-1, 0, 1, 2].flatMap((x) =>
    [0, 1].map((y) => /** @type {Cell} */ ([column + x, row + y, spot[2]])),
  );
  const able = near.filter((cell) => alike(cell, parity));
  return able.reduce((best, cell) => (apart(frame, cell, spot) < apart(frame, best, spot) ? cell : best));
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
 * @param {Frame} frame
 * @param {Iterable<C>} cells
 * @param {Spot} spot
 * @param {number} within
 * @returns {C | null}
 */
export function nearest(frame, cells, spot, within) {
  let found = null;
  let least = within;
  for (const cell of cells) {
    const far = at(cell, 2) === spot[2] ? apart(frame, cell, spot) : Infinity;
    if (far < least) [found, least] = [cell, far];
  }
  return found;
}
