/**
 * Changes to the document of a sliding puzzle, as hands make them. Every function gives a new document.
 *
 * @typedef {import('./cells.js').Cell} Cell
 *
 * @typedef {object} Block
 * @property {string} name
 * @property {string} [label]
 * @property {number[][]} cells
 * @property {'any' | 'horizontal' | 'vertical'} [freedom]
 *
 * @typedef {{ label?: string, cells: number[][] }} Target
 *
 * @typedef {object} Sliding
 * @property {1} v
 * @property {'puzzle'} kind
 * @property {'sliding'} family
 * @property {string} [title]
 * @property {number} width
 * @property {number} height
 * @property {number[][]} [walls]
 * @property {Block[]} blocks
 * @property {Target[]} goal
 *
 * @typedef {{ paints: 'wall' } | { paints: 'block', block: number } | { paints: 'goal', block: number }} Brush
 *   a block that is not there yet is made by its first stroke; a goal is a place for a block like this one
 */
import { atOrigin, inOrder, key, same } from './cells.js';
import { freeLetter } from './names.js';

/**
 * @param {number} columns
 * @param {number} rows
 * @returns {Sliding}
 */
export function blankSliding(columns, rows) {
  return {
    v: 1,
    kind: 'puzzle',
    family: 'sliding',
    width: columns,
    height: rows,
    blocks: [],
    goal: [],
  };
}

/** The block on a cell, or -1. @param {Sliding} puzzle @param {Cell} cell */
export const blockAt = (puzzle, cell) =>
  puzzle.blocks.findIndex((block) => block.cells.some((at) => same(at, cell)));

/** The target on a cell, or -1. @param {Sliding} puzzle @param {Cell} cell */
export const targetAt = (puzzle, cell) =>
  puzzle.goal.findIndex((target) => target.cells.some((at) => same(at, cell)));

/** @param {Sliding} puzzle @param {Cell} cell */
export const isWall = (puzzle, cell) => (puzzle.walls ?? []).some((wall) => same(wall, cell));

/** @param {readonly Cell[]} cells */
const shape = (cells) => JSON.stringify([...atOrigin(cells)].sort(inOrder));

/**
 * Is this a place for this block? A label binds them; without one any block of the shape will do.
 *
 * @param {Target} target
 * @param {Block} block
 */
const suits = (target, block) =>
  target.label === undefined ? shape(target.cells) === shape(block.cells) : target.label === block.label;

/** The goal of a block, or -1. @param {Sliding} puzzle @param {number} index */
export function targetOf(puzzle, index) {
  const block = puzzle.blocks[index];
  return block ? puzzle.goal.findIndex((target) => suits(target, block)) : -1;
}

/** The first block that a target is for, or -1. @param {Sliding} puzzle @param {Target} target */
export const blockFor = (puzzle, target) => puzzle.blocks.findIndex((block) => suits(target, block));

/**
 * Does a cell look as the brush would make it?
 *
 * @param {Sliding} puzzle
 * @param {Cell} cell
 * @param {Brush} brush
 */
export function trayHas(puzzle, cell, brush) {
  if (brush.paints === 'wall') return isWall(puzzle, cell);
  if (brush.paints === 'block') return blockAt(puzzle, cell) === brush.block && brush.block >= 0;
  const target = targetOf(puzzle, brush.block);
  return target >= 0 && targetAt(puzzle, cell) === target;
}

/**
 * Paints or erases walls, a block or the goal of a block. A cell holds one thing: what is painted over goes.
 *
 * @param {Sliding} puzzle
 * @param {readonly Cell[]} cells
 * @param {boolean} draws
 * @param {Brush} brush
 * @returns {Sliding}
 */
export function paintTray(puzzle, cells, draws, brush) {
  const flat = cells.map(([x = 0, y = 0]) => [x, y]);
  if (brush.paints === 'goal') return paintGoal(puzzle, flat, draws, brush.block);
  const free = clear(puzzle, flat);
  if (!draws) return free;
  if (brush.paints === 'wall') return { ...free, walls: joined(free.walls ?? [], flat) };
  const known = puzzle.blocks[brush.block];
  if (!known) {
    const name = freeLetter(puzzle.blocks.map((block) => block.name));
    return { ...free, blocks: [...free.blocks, { name, cells: flat }] };
  }
  // Painting over another block may have emptied it, so the block is found again by its name.
  const blocks = free.blocks.some((block) => block.name === known.name)
    ? free.blocks.map((block) =>
        block.name === known.name ? { ...block, cells: joined(block.cells, flat) } : block,
      )
    : [...free.blocks, { ...known, cells: flat }];
  return { ...free, blocks };
}

/**
 * Takes walls and blocks off some cells. A block that has no cell left is gone.
 *
 * @param {Sliding} puzzle
 * @param {readonly Cell[]} cells
 * @returns {Sliding}
 */
function clear(puzzle, cells) {
  const gone = new Set(cells.map(key));
  const rest = (/** @type {number[][]} */ list) => list.filter((cell) => !gone.has(key(cell)));
  const blocks = puzzle.blocks
    .map((block) => ({ ...block, cells: rest(block.cells) }))
    .filter((block) => block.cells.length > 0);
  const walls = rest(puzzle.walls ?? []);
  const { walls: _, ...bare } = puzzle;
  return { ...bare, ...(walls.length && { walls }), blocks };
}

/**
 * @param {Sliding} puzzle
 * @param {number[][]} cells
 * @param {boolean} draws
 * @param {number} index
 * @returns {Sliding}
 */
function paintGoal(puzzle, cells, draws, index) {
  const block = puzzle.blocks[index];
  if (!block) return puzzle;
  const gone = new Set(cells.map(key));
  const label = block.label ?? block.name;
  const goal = puzzle.goal.map((target) => {
    const left = target.cells.filter((cell) => !gone.has(key(cell)));
    return {
      ...target,
      cells: draws && target.label === label ? joined(left, cells) : left,
    };
  });
  if (draws && !goal.some((target) => target.label === label)) goal.push({ label, cells: joined([], cells) });
  const blocks = puzzle.blocks.map((other) => (other === block ? { ...other, label } : other));
  return {
    ...puzzle,
    blocks,
    goal: goal.filter((target) => target.cells.length > 0),
  };
}

/** @param {readonly number[][]} cells @param {readonly number[][]} more */
function joined(cells, more) {
  const map = new Map([...cells, ...more].map((cell) => [key(cell), cell]));
  return [...map.values()].sort(inOrder);
}

/**
 * A tray of other size. What reaches beyond it is gone whole.
 *
 * @param {Sliding} puzzle
 * @param {number} columns
 * @param {number} rows
 * @returns {Sliding}
 */
export function resizeSliding(puzzle, columns, rows) {
  const inside = (/** @type {Cell} */ [x = 0, y = 0]) => x < columns && y < rows;
  const whole = (/** @type {{ cells: number[][] }} */ { cells }) => cells.every(inside);
  const { walls = [], ...rest } = puzzle;
  const kept = walls.filter(inside);
  return {
    ...rest,
    width: columns,
    height: rows,
    ...(kept.length && { walls: kept }),
    blocks: puzzle.blocks.filter(whole),
    goal: puzzle.goal.filter(whole),
  };
}

/**
 * Changes the name, the label or the freedom of a block. A new label goes to its goal too.
 *
 * @param {Sliding} puzzle
 * @param {number} index
 * @param {Partial<Block>} change
 * @returns {Sliding}
 */
export function changeBlock(puzzle, index, change) {
  const target = targetOf(puzzle, index);
  const blocks = puzzle.blocks.map((block, i) => (i === index ? { ...block, ...change } : block));
  const label = blocks[index]?.label;
  const goal = puzzle.goal.map((old, i) =>
    i === target ? { cells: old.cells, ...(label !== undefined && { label }) } : old,
  );
  return { ...puzzle, blocks, goal };
}

/**
 * @param {Sliding} puzzle
 * @param {number} index
 * @returns {Sliding}
 */
export function removeBlock(puzzle, index) {
  const target = targetOf(puzzle, index);
  return {
    ...puzzle,
    blocks: puzzle.blocks.filter((_, i) => i !== index),
    goal: puzzle.goal.filter((_, i) => i !== target),
  };
}

/**
 * How blocks are told apart in drawings: those that may change places have the same number.
 *
 * @param {Sliding} puzzle
 * @returns {number[]}
 */
export function kinds(puzzle) {
  const known = new Map();
  return puzzle.blocks.map(({ cells, label, freedom = 'any' }) => {
    const kind = JSON.stringify([shape(cells), label, freedom]);
    if (!known.has(kind)) known.set(kind, known.size);
    return known.get(kind);
  });
}
