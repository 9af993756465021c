/** Steps through the server's table of orientations. It knows no shapes: where a turn leads is looked up. */
import { minus } from './geometry.js';

/** @import { Axis, Cell, Orientation } from '../types.js' */

/**
 * What a turn makes of a piece in the hand, held by one of its cells.
 * @param {readonly Orientation[]} orientations
 * @param {number} from
 * @param {number} grip
 * @param {Axis} axis
 * @returns {{orientation: number, grip: number, same: boolean} | null} `null` where the puzzle does not allow it.
 */
export function turned(orientations, from, grip, axis) {
  const step = orientations[from]?.turns[axis];
  if (!step) return null;
  return { orientation: step.to, grip: step.cells[grip] ?? 0, same: step.to === from };
}

/** The cells of an orientation as seen from one of them. @param {Orientation | undefined} orientation @param {number} grip @returns {Cell[]} */
export function around(orientation, grip) {
  const cells = orientation?.cells ?? [];
  const origin = cells[grip] ?? [0, 0, 0];
  return cells.map((cell) => minus(cell, origin));
}
