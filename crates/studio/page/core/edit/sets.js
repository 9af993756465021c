/**
 * Sets of pieces that everybody knows, as drawings.
 *
 * @typedef {import('./tiling.js').Tiling} Tiling
 * @typedef {keyof typeof SETS} SetName
 */

const TETROMINOES = {
  I: '####',
  O: '##/##',
  T: '###/.#.',
  S: '.##/##.',
  L: '#./#./##',
};
const PENTOMINOES = {
  F: '.##/##./.#.',
  I: '#####',
  L: '#./#./#./##',
  N: '.#/.#/##/#.',
  P: '##/##/#.',
  T: '###/.#./.#.',
  U: '#.#/###',
  V: '#../#../###',
  W: '#../##./.##',
  X: '.#./###/.#.',
  Y: '.#/##/.#/.#',
  Z: '##./.#./.##',
};
const SETS = { pentominoes: PENTOMINOES, tetrominoes: TETROMINOES };

/** The cells of a drawing, rows with strokes between them. @param {string} drawing */
function cellsOf(drawing) {
  return drawing
    .split('/')
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '#' ? [[x, y, 0]] : [])));
}

/**
 * Adds the pieces of a set that are not there yet by name.
 *
 * @param {Tiling} puzzle
 * @param {SetName} name
 * @returns {Tiling}
 */
export function addSet(puzzle, name) {
  const known = new Set(puzzle.pieces.map((piece) => piece.name));
  const fresh = Object.entries(SETS[name]).filter(([piece]) => !known.has(piece));
  const pieces = fresh.map(([piece, drawing]) => ({
    name: piece,
    cells: cellsOf(drawing),
  }));
  return { ...puzzle, pieces: [...puzzle.pieces, ...pieces] };
}
