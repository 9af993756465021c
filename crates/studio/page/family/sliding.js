/** Blocks: they stay on the board and go along free ways. */
import { key, minus, same } from '../core/geometry.js';
import { lyingAt } from '../core/held.js';
import { follow, ground, pathTo, settle, stepFrom } from '../core/walk.js';

/** @import { Cell, Room } from '../types.js' */
/** @import { Family, Held } from '../core/held.js' */

/** The cell of the grip when the block's first cell is at an anchor. @param {Held} held @param {Room} room @param {number} anchor @returns {Cell} */
function gripAt(held, room, anchor) {
  const [x, y] = room.anchors[anchor] ?? [0, 0];
  return minus([x, y, 0], held.around[0] ?? [0, 0, 0]);
}

/** @param {Held} held @param {Room} room @param {Cell} cell */
const anchorOf = (held, room, cell) =>
  room.anchors.findIndex((_, anchor) => same(gripAt(held, room, anchor), cell));

/** @type {Family} */
export const sliding = {
  tray: false,
  asks: false,

  take(setup, view, cell) {
    const lying = lyingAt(view, cell);
    if (!lying) return 'empty';
    if (setup.things[lying.index]?.fixed) return 'fixed';
    const grip = lying.cells.findIndex((c) => same(c, cell));
    const parts = lying.cells.map((c) => minus(c, cell));
    const pose = { turn: 0, flip: false };
    return { index: lying.index, copy: lying.copy, from: cell, orientation: 0, grip, around: parts, pose };
  },

  fromTray: () => null,

  turn: () => 'never',

  waysOf: (view, held) => view.ways?.[held.index] ?? null,

  spots(held, ways) {
    const room = /** @type {Room | null} */ (ways);
    const others = room?.anchors.map((_, anchor) => key(gripAt(held, room, anchor))).slice(1) ?? [];
    return new Map(others.map((cell) => [cell, /** @type {const} */ ('fits')]));
  },

  follower(held, ways) {
    const room = /** @type {Room} */ (ways ?? { anchors: [[0, 0, 0]], steps: [[]] });
    const land = ground(room);
    const shift = held.around[0] ?? [0, 0, 0];
    const [x0, y0] = room.anchors[0] ?? [0, 0];
    let here = /** @type {readonly [number, number]} */ ([x0, y0]);
    return ([x, y], seconds) => {
      here = follow(land, here, [x + shift[0], y + shift[1]], seconds);
      const cell = gripAt(held, room, settle(land, here));
      return { shown: [here[0] - shift[0], here[1] - shift[1], 0], cell };
    };
  },

  step(held, ways, cell, direction, toTheEnd) {
    const room = /** @type {Room | null} */ (ways);
    if (!room) return null;
    const next = stepFrom(room, anchorOf(held, room, cell), direction, toTheEnd);
    return next === null ? null : gripAt(held, room, next);
  },

  drop(_setup, _view, held, cell, ways) {
    const room = /** @type {Room | null} */ (ways);
    const anchor = room ? anchorOf(held, room, cell) : -1;
    if (!room || anchor <= 0) return null;
    return { block: { block: held.index, path: pathTo(room, anchor) } };
  },

  away: () => null,

  turnThere: () => null,
};
