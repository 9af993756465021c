/** Tiles: each on one cell, in quarter turns. */
import { cling, key, same } from '../core/geometry.js';
import { freeCopy, lyingAt } from '../core/held.js';

/** @import { Cell, Setup, TileWay } from '../types.js' */
/** @import { Family, Held } from '../core/held.js' */

/** @type {Cell} */
const HERE = [0, 0, 0];

/** @param {number} index @param {number} copy @param {number} turn @param {Cell | null} from @returns {Held} */
const hold = (index, copy, turn, from) => ({
  index,
  copy,
  from,
  orientation: turn,
  grip: 0,
  around: [HERE],
  pose: { turn, flip: false },
});

/** Cells of tiles are counted row by row. @param {Setup} setup @param {Cell} cell */
const number = (setup, [x, y]) => y * setup.columns + x;

/** @type {Family} */
export const matching = {
  tray: true,
  asks: true,

  take(_setup, view, cell) {
    const lying = lyingAt(view, cell);
    if (!lying) return 'empty';
    return lying.pinned ? 'pinned' : hold(lying.index, lying.copy, lying.turn ?? 0, lying.cell);
  },

  fromTray: (_setup, view, index, turn) => hold(index, freeCopy(view, index), turn, null),

  turn(setup, held, axis) {
    const by = axis === 'z' ? 1 : axis === 'z-' ? 3 : 0;
    if (by === 0 || setup.things[held.index]?.turning !== true) return 'never';
    return hold(held.index, held.copy, (held.orientation + by) % 4, held.from);
  },

  waysOf: () => null,

  spots(held, ways) {
    const list = /** @type {TileWay[]} */ (ways ?? []);
    return new Map(
      list.map((way) => [key(way.cell), way.turns.includes(held.orientation) ? 'fits' : 'turn']),
    );
  },

  follower() {
    /** @type {Cell | null} */
    let last = null;
    return (spot) => {
      last = cling(last, spot);
      return { shown: last ?? spot, cell: last ?? [Math.round(spot[0]), Math.round(spot[1]), spot[2]] };
    };
  },

  step: () => 'free',

  drop(setup, view, held, cell) {
    const [to, turn] = [number(setup, cell), held.orientation];
    const there = lyingAt(view, cell);
    if (!held.from) {
      const place = { tile: { place: { tile: held.index, cell: to, turn } } };
      return there ? { together: [{ tile: { remove: { cell: to } } }, place] } : place;
    }
    const from = number(setup, held.from);
    const before = lyingAt(view, held.from)?.turn ?? 0;
    if (same(held.from, cell) && before === turn) return null;
    if (!there || same(held.from, cell)) return { tile: { carry: { from, to, turn } } };
    const swap = { tile: { swap: { a: from, b: to } } };
    const by = (turn - before + 4) % 4;
    return by === 0 ? swap : { together: [swap, { tile: { turn: { cell: to, by } } }] };
  },

  away: (setup, held) => (held.from ? { tile: { remove: { cell: number(setup, held.from) } } } : null),

  turnThere: (setup, cell, axis) => ({
    tile: { turn: { cell: number(setup, cell), by: axis === 'z-' ? 3 : 1 } },
  }),
};
