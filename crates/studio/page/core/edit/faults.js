/**
 * What the faults of a drawn document are about, so that they can be shown there. The server says by which members and
 * numbers each is come to.
 *
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {{ path?: readonly (string | number)[] }} Fault
 *
 * @typedef {object} Spot  where a fault is
 * @property {'thing' | 'cell' | 'goal' | 'board'} kind
 * @property {number} [index]  of the piece, tile or block
 * @property {string} [name]  of the same
 * @property {readonly Cell[]} cells  on the board or in the tray
 *
 * @typedef {object} Faulty  what is to be marked
 * @property {ReadonlySet<number>} things  pieces, tiles or blocks
 * @property {ReadonlySet<string>} cells
 * @property {ReadonlySet<string>} goal  cells of goals
 * @property {boolean} board  is it about the board as a whole?
 */
import { key } from './cells.js';

/** @type {Faulty} */
export const NO_FAULTS = { things: new Set(), cells: new Set(), goal: new Set(), board: false };

/**
 * Where a fault is; null where it is about the puzzle as a whole.
 *
 * @param {any} puzzle  a document
 * @param {Fault} fault
 * @returns {Spot | null}
 */
export function spotOf(puzzle, { path = [] }) {
  const [list, index] = path;
  if (list === 'board') return boardSpot(puzzle, path);
  const item = typeof index === 'number' ? puzzle[list ?? '']?.[index] : undefined;
  if (item === undefined) return null;
  const cells = item.cells ?? [];
  switch (list) {
    case 'blocks':
      return { kind: 'thing', index: Number(index), name: item.name, cells };
    case 'pieces':
    case 'tiles':
      return { kind: 'thing', index: Number(index), name: item.name, cells: [] };
    case 'goal':
      return { kind: 'goal', cells };
    case 'pins':
    case 'labels':
      return { kind: 'cell', cells: [item.cell] };
    case 'holes':
    case 'walls':
      return { kind: 'cell', cells: [item] };
    default:
      return null;
  }
}

/** @param {any} puzzle @param {readonly (string | number)[]} path @returns {Spot} */
function boardSpot({ board }, [, list = '', index = '']) {
  const cell = board?.[list]?.[index];
  return Array.isArray(cell) ? { kind: 'cell', cells: [cell] } : { kind: 'board', cells: [] };
}

/**
 * All that is to be marked.
 *
 * @param {object} puzzle
 * @param {readonly Fault[]} faults
 * @returns {Faulty}
 */
export function faulty(puzzle, faults) {
  const spots = faults.map((fault) => spotOf(puzzle, fault)).filter((spot) => spot !== null);
  const keys = (/** @type {(spot: Spot) => boolean} */ which) =>
    new Set(spots.filter(which).flatMap(({ cells }) => cells.map(key)));
  return {
    things: new Set(spots.flatMap(({ index }) => index ?? [])),
    cells: keys(({ kind }) => kind !== 'goal'),
    goal: keys(({ kind }) => kind === 'goal'),
    board: spots.some(({ kind }) => kind === 'board'),
  };
}
