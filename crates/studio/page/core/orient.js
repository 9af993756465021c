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

/**
 * How many quarter turns after a flip lead from one orientation to each: for drawings, where the server did not say.
 * @param {readonly Orientation[]} orientations
 * @param {number} base The one that is drawn as it is.
 * @returns {{turn: number, flip: boolean}[]}
 */
export function poses(orientations, base) {
  /** @type {{turn: number, flip: boolean}[]} */
  const found = [];
  found[base] = { turn: 0, flip: false };
  const open = [base];
  for (const here of open) {
    const { turn, flip } = found[here] ?? { turn: 0, flip: false };
    const quarter = orientations[here]?.turns.z?.to ?? here;
    const over = orientations[here]?.turns.flip?.to ?? here;
    if (!found[quarter] && open.push(quarter)) found[quarter] = { turn: (turn + 1) % 4, flip };
    if (!found[over] && open.push(over)) found[over] = { turn: (4 - turn) % 4, flip: !flip };
  }
  return found;
}
