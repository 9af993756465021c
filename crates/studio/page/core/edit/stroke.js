/**
 * A stroke of the brush: the first cell decides whether the whole stroke draws or erases.
 *
 * @typedef {import('./cells.js').Cell} Cell
 *
 * @typedef {object} Stroke
 * @property {boolean} draws
 * @property {readonly Cell[]} cells  all that it has gone over, each once
 * @property {Cell} last  where it is
 */
import { between, key } from './cells.js';

/**
 * @param {Cell} cell
 * @param {boolean} there  is the cell painted as the brush paints?
 * @returns {Stroke}
 */
export const beginStroke = (cell, there) => ({
  draws: !there,
  cells: [cell],
  last: cell,
});

/**
 * The stroke, drawn on to a cell; the cells between are filled in.
 *
 * @param {Stroke} stroke
 * @param {Cell} cell
 * @returns {Stroke}
 */
export function onTo(stroke, cell) {
  if (key(cell) === key(stroke.last)) return stroke;
  const known = new Set(stroke.cells.map(key));
  const fresh = between(stroke.last, cell).filter((at) => !known.has(key(at)));
  return { ...stroke, cells: [...stroke.cells, ...fresh], last: cell };
}
