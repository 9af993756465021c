/**
 * Changes to the document of a tiling puzzle, as hands make them. Every function gives a new document. None knows what
 * makes a puzzle: that is for the server to say.
 *
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('./cells.js').Colour} Colour
 *
 * @typedef {object} Piece
 * @property {string} name
 * @property {number[][]} cells
 * @property {Colour[]} [colours]
 * @property {[number, number]} [copies]
 * @property {boolean} [turn]
 * @property {boolean} [flip]
 *
 * @typedef {object} Tiling
 * @property {1} v
 * @property {'puzzle'} kind
 * @property {'tiling'} family
 * @property {string} [title]
 * @property {import('./cells.js').Grid} [grid]
 * @property {{ cells: number[][], colours?: Colour[], optional?: number[][] }} board
 * @property {Piece[]} pieces
 * @property {{ cell: number[], label: string }[]} [labels]
 *
 * @typedef {{ paints: 'cell' | 'optional', colour?: Colour }} Brush
 */
import { atOrigin, extent, key, painted, rectangle, same, written } from './cells.js';
import { freeLetter } from './names.js';

/**
 * A full board and no pieces.
 *
 * @param {number} columns
 * @param {number} rows
 * @returns {Tiling}
 */
export function blankTiling(columns, rows) {
  const cells = rectangle([0, 0], [columns - 1, rows - 1]);
  return {
    v: 1,
    kind: 'puzzle',
    family: 'tiling',
    board: { cells },
    pieces: [],
  };
}

/**
 * Does a cell of the board look as the brush would make it?
 *
 * @param {Tiling} puzzle
 * @param {Cell} cell
 * @param {Brush} brush
 */
export function boardHas(puzzle, cell, brush) {
  if (brush.paints === 'optional') return (puzzle.board.optional ?? []).some((at) => same(at, cell));
  const colour = painted(puzzle.board.cells, puzzle.board.colours).get(key(cell));
  return colour !== undefined && colour === (brush.colour ?? null);
}

/**
 * Paints or erases cells of the board. What is erased can be neither optional nor anything else.
 *
 * @param {Tiling} puzzle
 * @param {readonly Cell[]} cells
 * @param {boolean} draws
 * @param {Brush} brush
 * @returns {Tiling}
 */
export function paintBoard(puzzle, cells, draws, brush) {
  const map = painted(puzzle.board.cells, puzzle.board.colours);
  const optional = new Set((puzzle.board.optional ?? []).map(key));
  for (const cell of cells) {
    const at = key(cell);
    if (brush.paints === 'optional') {
      if (draws && map.has(at)) optional.add(at);
      else optional.delete(at);
    } else if (draws) {
      map.set(at, brush.colour ?? null);
    } else {
      map.delete(at);
      optional.delete(at);
    }
  }
  const may = [...optional].map((at) => at.split(',').map(Number));
  return {
    ...puzzle,
    board: { ...written(map), ...(may.length && { optional: may }) },
  };
}

/**
 * A board of other size: what is beyond is cut off, what is new is empty.
 *
 * @param {Tiling} puzzle
 * @param {number} columns
 * @param {number} rows
 * @param {number} layers
 * @returns {Tiling}
 */
export function cutBoard(puzzle, columns, rows, layers) {
  const beyond = puzzle.board.cells.filter(
    ([x = 0, y = 0, z = 0]) => x >= columns || y >= rows || z >= layers,
  );
  const labels = puzzle.labels?.filter(
    ({ cell: [x = 0, y = 0, z = 0] }) => x < columns && y < rows && z < layers,
  );
  const cut = paintBoard(puzzle, beyond, false, { paints: 'cell' });
  return labels ? { ...cut, labels } : cut;
}

/**
 * The same columns and rows of other cells. Only squares lie in several layers.
 *
 * @param {Tiling} puzzle
 * @param {import('./cells.js').Grid} grid
 * @returns {Tiling}
 */
export function changeGrid(puzzle, grid) {
  const { columns, rows } = extent(puzzle.board.cells);
  const { grid: before, ...flat } = cutBoard(puzzle, columns, rows, 1);
  const upper = (/** @type {Piece} */ piece) => piece.cells.some(([, , z = 0]) => z > 0);
  const pieces = flat.pieces.filter((piece) => !upper(piece));
  return { ...flat, pieces, ...(grid !== 'squares' && { grid }) };
}

/**
 * Prints a word on a cell, or takes it away where the word is empty.
 *
 * @param {Tiling} puzzle
 * @param {Cell} cell
 * @param {string} label
 * @returns {Tiling}
 */
export function labelCell(puzzle, cell, label) {
  const { labels = [], ...rest } = puzzle;
  const others = labels.filter((other) => !same(other.cell, cell));
  const all = label ? [...others, { cell: [...cell], label }] : others;
  return all.length ? { ...rest, labels: all } : rest;
}

/**
 * One more piece: a single cell, to be drawn on.
 *
 * @param {Tiling} puzzle
 * @returns {Tiling}
 */
export function addPiece(puzzle) {
  const name = freeLetter(puzzle.pieces.map((piece) => piece.name));
  return {
    ...puzzle,
    pieces: [...puzzle.pieces, { name, cells: [[0, 0, 0]] }],
  };
}

/**
 * @param {Tiling} puzzle
 * @param {number} index
 * @returns {Tiling}
 */
export function removePiece(puzzle, index) {
  return { ...puzzle, pieces: puzzle.pieces.filter((_, i) => i !== index) };
}

/**
 * Changes the name, the copies or the freedom of a piece.
 *
 * @param {Tiling} puzzle
 * @param {number} index
 * @param {Partial<Piece>} change
 * @returns {Tiling}
 */
export function changePiece(puzzle, index, change) {
  const pieces = puzzle.pieces.map((piece, i) => (i === index ? { ...piece, ...change } : piece));
  return { ...puzzle, pieces };
}

/**
 * Paints or erases cells of a piece. Its last cell stays.
 *
 * @param {Tiling} puzzle
 * @param {number} index
 * @param {readonly Cell[]} cells
 * @param {boolean} draws
 * @param {Colour} colour
 * @returns {Tiling}
 */
export function paintPiece(puzzle, index, cells, draws, colour) {
  const piece = puzzle.pieces[index];
  if (!piece) return puzzle;
  const map = painted(piece.cells, piece.colours);
  for (const cell of cells) {
    if (draws) map.set(key(cell), colour);
    else if (map.size > 1) map.delete(key(cell));
  }
  const { colours, ...bare } = piece;
  const pieces = puzzle.pieces.map((other, i) => (i === index ? { ...bare, ...written(map) } : other));
  return { ...puzzle, pieces };
}

/**
 * The piece with its least corner at the origin, as it is kept when the hand is lifted.
 *
 * @param {Tiling} puzzle
 * @param {number} index
 * @returns {Tiling}
 */
export function tidyPiece(puzzle, index) {
  const piece = puzzle.pieces[index];
  return piece ? changePiece(puzzle, index, { cells: atOrigin(piece.cells, puzzle.grid) }) : puzzle;
}

/** The cells that all pieces cover at least and at most, for the sum under the drawing. @param {Tiling} puzzle */
export function areas(puzzle) {
  let [least, most] = [0, 0];
  for (const { cells, copies: [few, many] = [1, 1] } of puzzle.pieces) {
    least += cells.length * few;
    most += cells.length * many;
  }
  return { board: puzzle.board.cells.length, least, most };
}

/** The colours of a puzzle, in order. @param {Tiling} puzzle @returns {string[]} */
export function coloursOf({ board, pieces }) {
  const all = [board.colours, ...pieces.map((piece) => piece.colours)].flatMap((colours) => colours ?? []);
  return [...new Set(all.filter((colour) => colour !== null))].sort();
}
