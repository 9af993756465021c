/** What is in the hand: a tile, piece or block, held by one of its cells. */
import { plus, reach } from './geometry.js';

/** @import { Axis, Cell, Lying, Move, Room, Setup, View, Way } from '../types.js' */
/** @import { Frame, Spot } from './geometry.js' */

/**
 * @typedef {object} Held
 * @property {number} index Of the tile, piece or block.
 * @property {number} copy
 * @property {Cell | null} from The cell of the board that it was taken from; `null` if it comes from the tray.
 * @property {number} orientation Of a piece; the quarter turns of a tile.
 * @property {number} grip Which of its cells it is held by.
 * @property {readonly Cell[]} around Its cells as seen from that one.
 * @property {Pose} pose How it is drawn.
 * @property {number | null} [parity] Of the cells that its grip can lie on, where it cannot lie on all.
 */

/**
 * How something is drawn in the hand.
 * @typedef {object} Pose
 * @property {number} turn
 * @property {boolean} flip
 * @property {number} [step] The degrees of a turn, where it is no quarter.
 * @property {readonly [number, number]} [middle] What it turns about, from the corner of its grip, where that is not the middle of its cells.
 */

/** Where it could be put, by the cell that its grip would come to: as it is, or after a turn. @typedef {Map<string, 'fits' | 'turn'>} Spots */

/** Where it is shown, and the cell that it would come to if it were let go. @typedef {{shown: Spot, cell: Cell | null}} Hovering */

/** What a family needs to know of where its pieces can go. @typedef {readonly Way[] | Room | null} Ways */

/**
 * What differs from family to family. No rule is here: what may happen is asked of the server.
 * @typedef {object} Family
 * @property {boolean} tray Do pieces lie beside the board?
 * @property {boolean} asks Must the server be asked where a piece can go? If not, the view has it.
 * @property {(setup: Setup, view: View, cell: Cell) => Held | 'empty' | 'pinned' | 'fixed'} take
 * @property {(setup: Setup, view: View, index: number, orientation: number) => Held | null} fromTray
 * @property {(setup: Setup, held: Held, axis: Axis) => Held | 'same' | 'never'} turn
 * @property {(view: View, held: Held) => Ways} waysOf What the view knows already.
 * @property {(held: Held, ways: Ways) => Spots} spots
 * @property {(held: Held, ways: Ways, spots: Spots, frame: Frame) => (spot: Spot, seconds: number) => Hovering} follower
 * @property {(held: Held, ways: Ways, cell: Cell, direction: number, toTheEnd: boolean) => Cell | null | 'free'} step
 * @property {(setup: Setup, view: View, held: Held, cell: Cell, ways: Ways) => Move | null} drop
 * @property {(setup: Setup, held: Held) => Move | null} away
 * @property {(setup: Setup, cell: Cell, axis: Axis) => Move | null} turnThere
 */

/** The cells that it covers when its grip is on this one. @param {Held} held @param {Cell} cell */
export const cellsAt = (held, cell) => held.around.map((part) => plus(part, cell));

/** The middle of what is held, from the corner of its grip. @param {Frame} frame @param {Held} held @returns {readonly [number, number]} */
export function middle({ lattice }, held) {
  const { left, top, right, bottom } = reach(lattice, held.around);
  return held.pose.middle ?? [(left + right) / 2, (top + bottom) / 2];
}

/** The thing that lies on a cell: the one laid last, where there are several. @param {View} view @param {Cell} cell @returns {Lying | undefined} */
export const lyingAt = (view, [x, y, z]) =>
  view.things.findLast((thing) => thing.cells.some((c) => c[0] === x && c[1] === y && c[2] === z));

/** The first copy of a thing that is not on the board. @param {View} view @param {number} index */
export function freeCopy(view, index) {
  const used = new Set(view.things.filter((thing) => thing.index === index).map((thing) => thing.copy));
  let copy = 1;
  while (used.has(copy)) copy++;
  return copy;
}
