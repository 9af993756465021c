/** Pieces: several cells, turned and flipped, on flat boards and solid ones. */
import { degrees, key, minus, nearest, offset, plus, same, settled, unkey } from '../core/geometry.js';
import { freeCopy, lyingAt } from '../core/held.js';
import { around, turned } from '../core/orient.js';

/** @import { Cell, PieceWay, Setup } from '../types.js' */
/** @import { Family, Held } from '../core/held.js' */

/** How far a piece is drawn to a place where it fits, in cells. */
const MAGNET = 0.6;

/**
 * @param {Setup} setup
 * @param {{index: number, copy: number, orientation: number, grip: number, from: Cell | null}} how
 * @returns {Held}
 */
function hold(setup, how) {
  const orientation = setup.things[how.index]?.orientations?.[how.orientation];
  const { turn = 0, flip = false, down = false } = orientation ?? {};
  const grip = orientation?.cells[how.grip] ?? [0, 0, 0];
  const [x, y] = offset(setup.lattice, grip);
  const [left, top] = orientation?.middle ?? [0, 0];
  const pose = { turn, flip, step: degrees(setup.grid), middle: /** @type {const} */ ([left - x, top - y]) };
  const parity = setup.grid === 'triangles' ? (Number(down) + grip[0] + grip[1]) & 1 : null;
  return { ...how, around: around(orientation, how.grip), pose, parity };
}

/** The cell of a piece that is nearest to its middle: what comes from the tray is held there. @param {readonly Cell[]} cells */
function middlemost(cells) {
  const sum = cells.reduce((all, cell) => plus(all, cell), /** @type {Cell} */ ([0, 0, 0]));
  const far = (/** @type {Cell} */ cell) =>
    Math.hypot(...minus(cell, /** @type {Cell} */ (sum.map((n) => n / cells.length))));
  return cells.reduce((best, cell, i) => (far(cell) < far(cells[best] ?? cell) - 1e-9 ? i : best), 0);
}

/** @type {Family} */
export const tiling = {
  tray: true,
  asks: true,

  take(setup, view, cell) {
    const lying = lyingAt(view, cell);
    if (!lying) return 'empty';
    if (lying.pinned) return 'pinned';
    const grip = lying.cells.findIndex((c) => same(c, cell));
    const { index, copy, orientation = 0 } = lying;
    return hold(setup, { index, copy, orientation, grip, from: cell });
  },

  fromTray(setup, view, index, orientation) {
    const cells = setup.things[index]?.orientations?.[orientation]?.cells;
    if (!cells) return null;
    return hold(setup, {
      index,
      copy: freeCopy(view, index),
      orientation,
      grip: middlemost(cells),
      from: null,
    });
  },

  turn(setup, held, axis) {
    const found = turned(setup.things[held.index]?.orientations ?? [], held.orientation, held.grip, axis);
    if (!found) return 'never';
    const { orientation, grip } = found;
    return found.same ? 'same' : hold(setup, { ...held, orientation, grip });
  },

  waysOf: () => null,

  spots(held, ways) {
    /** @type {import('../core/held.js').Spots} */
    const spots = new Map();
    for (const way of /** @type {PieceWay[]} */ (ways ?? [])) {
      const fits = way.orientation === held.orientation;
      const cell = key(fits ? (way.cells[held.grip] ?? way.at) : way.at);
      if (fits || !spots.has(cell)) spots.set(cell, fits ? 'fits' : 'turn');
    }
    return spots;
  },

  follower(held, _ways, spots, frame) {
    const legal = [...spots].filter(([, how]) => how === 'fits').map(([cell]) => unkey(cell));
    return (spot) => {
      const near = nearest(frame, legal, spot, MAGNET);
      return { shown: near ?? spot, cell: near ?? settled(frame, spot, held.parity ?? null) };
    };
  },

  step: () => 'free',

  drop(_setup, view, held, cell) {
    const { index: piece, orientation, from } = held;
    const at = plus(cell, held.around[0] ?? [0, 0, 0]);
    if (!from) return { piece: { place: { piece, orientation, at } } };
    const before = lyingAt(view, from);
    const lies = before?.orientation === orientation && before.cells.some((c, i) => i === 0 && same(c, at));
    return lies ? null : { piece: { carry: { from, orientation, at } } };
  },

  away: (_setup, { from }) => (from ? { piece: { remove: { cell: from } } } : null),

  turnThere: (_setup, cell, axis) => ({ piece: { turn: { cell, turn: axis } } }),
};
