/**
 * Moves in short: what a link holds of a game. `t3.5.1` lays tile 3 on cell 5 turned once, `b2.ULLD` pushes block 2,
 * `0` clears the board, `(...)` is several moves in one. Moves stand side by side with `_` between them.
 */

/** @import { Move } from '../types.js' */

/** @typedef {(n: number[], word: string) => Move} Make */

const AXES = ['z', 'z-', 'flip', 'x', 'x-', 'y', 'y-'];
const PATH = /^[URDL]+$/;

/** @param {number[]} n @param {number} i @returns {[number, number, number]} */
const cell = (n, i) => [n[i] ?? 0, n[i + 1] ?? 0, n[i + 2] ?? 0];

/** How many numbers each letter takes, and the move that they make. @type {Record<string, [number, (n: any[]) => Move]>} */
const LETTERS = {
  t: [3, ([tile, cell, turn]) => ({ tile: { place: { tile, cell, turn } } })],
  r: [2, ([cell, by]) => ({ tile: { turn: { cell, by } } })],
  x: [1, ([cell]) => ({ tile: { remove: { cell } } })],
  s: [2, ([a, b]) => ({ tile: { swap: { a, b } } })],
  c: [3, ([from, to, turn]) => ({ tile: { carry: { from, to, turn } } })],
  P: [
    5,
    (n) => ({
      piece: { place: { piece: n[0], orientation: n[1], at: cell(n, 2) } },
    }),
  ],
  R: [
    4,
    (n) => ({
      piece: {
        turn: { cell: cell(n, 0), turn: /** @type {any} */ (AXES[n[3]]) },
      },
    }),
  ],
  X: [3, (n) => ({ piece: { remove: { cell: cell(n, 0) } } })],
  C: [
    7,
    (n) => ({
      piece: { carry: { from: cell(n, 0), orientation: n[3], at: cell(n, 4) } },
    }),
  ],
};

/** @param {readonly Move[]} moves @returns {string} */
export const writeMoves = (moves) => moves.map(writeMove).join('_');

/** @param {Move} move @returns {string} */
function writeMove(move) {
  if (move === 'clear') return '0';
  if ('together' in move) return `(${writeMoves(move.together)})`;
  if ('block' in move) return `b${move.block.block}.${move.block.path}`;
  if ('tile' in move) return writeTile(move.tile);
  return writePiece(move.piece);
}

/** @param {import('../types.js').TileMove} m */
function writeTile(m) {
  if ('place' in m) return `t${m.place.tile}.${m.place.cell}.${m.place.turn}`;
  if ('turn' in m) return `r${m.turn.cell}.${m.turn.by}`;
  if ('remove' in m) return `x${m.remove.cell}`;
  if ('swap' in m) return `s${m.swap.a}.${m.swap.b}`;
  return `c${m.carry.from}.${m.carry.to}.${m.carry.turn}`;
}

/** @param {import('../types.js').PieceMove} m */
function writePiece(m) {
  if ('place' in m) return `P${[m.place.piece, m.place.orientation, ...m.place.at].join('.')}`;
  if ('turn' in m) return `R${[...m.turn.cell, AXES.indexOf(m.turn.turn)].join('.')}`;
  if ('remove' in m) return `X${m.remove.cell.join('.')}`;
  return `C${[...m.carry.from, m.carry.orientation, ...m.carry.at].join('.')}`;
}

/**
 * The moves up to the first that cannot be read.
 * @param {string} written
 * @returns {{moves: Move[], whole: boolean}}
 */
export function readMoves(written) {
  /** @type {Move[]} */
  const moves = [];
  if (written === '') return { moves, whole: true };
  for (const part of split(written)) {
    const move = readMove(part);
    if (move === null) return { moves, whole: false };
    moves.push(move);
  }
  return { moves, whole: true };
}

/** Splits at `_`, but not inside brackets. @param {string} written */
function split(written) {
  const parts = [''];
  let deep = 0;
  for (const c of written) {
    deep += c === '(' ? 1 : c === ')' ? -1 : 0;
    if (c === '_' && deep === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts;
}

/** @param {string} part @returns {Move | null} */
function readMove(part) {
  if (part === '0') return 'clear';
  if (part.startsWith('(')) return readTogether(part);
  if (part.startsWith('b')) return readBlock(part.slice(1));
  const [count, make] = LETTERS[part[0] ?? ''] ?? [0, null];
  const words = part.slice(1).split('.');
  const good = words.length === count && words.every((word) => /^-?\d{1,6}$/.test(word));
  if (make === null || !good) return null;
  const numbers = words.map(Number);
  return part[0] === 'R' && AXES[numbers[3] ?? -1] === undefined ? null : make(numbers);
}

/** @param {string} part @returns {Move | null} */
function readTogether(part) {
  // One level is all that the page writes, so nothing deeper is read.
  const inner = part.slice(1, -1);
  if (!part.endsWith(')') || /[()]/.test(inner)) return null;
  const { moves, whole } = readMoves(inner);
  return whole ? { together: moves } : null;
}

/** @param {string} part @returns {Move | null} */
function readBlock(part) {
  const [block = '', path = '', ...more] = part.split('.');
  const good = /^\d{1,6}$/.test(block) && PATH.test(path) && more.length === 0;
  return good ? { block: { block: Number(block), path } } : null;
}
