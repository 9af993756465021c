/**
 * Changes to the document of a matching puzzle, as hands make them. Every function gives a new document.
 *
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {{ name: string, edges: string[] }} Tile
 * @typedef {{ tile: string, cell: number[], turn?: number }} Pin
 *
 * @typedef {object} Matching
 * @property {1} v
 * @property {'puzzle'} kind
 * @property {'matching'} family
 * @property {string} [title]
 * @property {number} width
 * @property {number} height
 * @property {number[][]} [holes]
 * @property {boolean} [turning]
 * @property {string} [frame]
 * @property {'equal' | 'pairs'} [rule]
 * @property {Tile[]} tiles
 * @property {Pin[]} [pins]
 */
import { inOrder, key, same } from './cells.js';
import { freeNumber } from './names.js';

/**
 * A board with as many blank tiles as it has cells.
 *
 * @param {number} columns
 * @param {number} rows
 * @returns {Matching}
 */
export function blankMatching(columns, rows) {
  const tiles = Array.from({ length: columns * rows }, (_, i) => ({
    name: String(i + 1),
    edges: ['1', '1', '1', '1'],
  }));
  return {
    v: 1,
    kind: 'puzzle',
    family: 'matching',
    width: columns,
    height: rows,
    tiles,
  };
}

/** @param {Matching} puzzle @param {Cell} cell */
export const isHole = (puzzle, cell) => (puzzle.holes ?? []).some((hole) => same(hole, cell));

/**
 * Cuts cells out of the board, or puts them back.
 *
 * @param {Matching} puzzle
 * @param {readonly Cell[]} cells
 * @param {boolean} out
 * @returns {Matching}
 */
export function cutHoles(puzzle, cells, out) {
  const map = new Map((puzzle.holes ?? []).map((hole) => [key(hole), hole]));
  for (const [x = 0, y = 0] of cells) {
    if (out) map.set(key([x, y]), [x, y]);
    else map.delete(key([x, y]));
  }
  const holes = [...map.values()].sort(inOrder);
  const { holes: _, pins = [], ...rest } = puzzle;
  const kept = pins.filter((pin) => !map.has(key(pin.cell)));
  return {
    ...rest,
    ...(holes.length && { holes }),
    ...(kept.length && { pins: kept }),
  };
}

/**
 * A board of other size. Holes and pins beyond it are dropped; tiles stay, since people make them one by one.
 *
 * @param {Matching} puzzle
 * @param {number} columns
 * @param {number} rows
 * @returns {Matching}
 */
export function resizeMatching(puzzle, columns, rows) {
  const inside = (/** @type {Cell} */ [x = 0, y = 0]) => x < columns && y < rows;
  const { holes = [], pins = [], ...rest } = puzzle;
  const keptHoles = holes.filter(inside);
  const keptPins = pins.filter((pin) => inside(pin.cell));
  return {
    ...rest,
    width: columns,
    height: rows,
    ...(keptHoles.length && { holes: keptHoles }),
    ...(keptPins.length && { pins: keptPins }),
  };
}

/**
 * Paints one edge of a tile: 0 the top, then clockwise.
 *
 * @param {Matching} puzzle
 * @param {number} index
 * @param {number} side
 * @param {string} edge
 * @returns {Matching}
 */
export function paintEdge(puzzle, index, side, edge) {
  return changeTile(puzzle, index, (tile) => ({
    ...tile,
    edges: tile.edges.map((old, i) => (i === side ? edge : old)),
  }));
}

/**
 * @param {Matching} puzzle
 * @param {number} index
 * @param {(tile: Tile) => Tile} change
 * @returns {Matching}
 */
function changeTile(puzzle, index, change) {
  return {
    ...puzzle,
    tiles: puzzle.tiles.map((tile, i) => (i === index ? change(tile) : tile)),
  };
}

/**
 * Gives a tile another name, on its pin too.
 *
 * @param {Matching} puzzle
 * @param {number} index
 * @param {string} name
 * @returns {Matching}
 */
export function renameTile(puzzle, index, name) {
  const before = puzzle.tiles[index]?.name;
  const renamed = changeTile(puzzle, index, (tile) => ({ ...tile, name }));
  if (!renamed.pins) return renamed;
  return {
    ...renamed,
    pins: renamed.pins.map((pin) => (pin.tile === before ? { ...pin, tile: name } : pin)),
  };
}

/**
 * One more tile, as the last one looks.
 *
 * @param {Matching} puzzle
 * @returns {Matching}
 */
export function addTile(puzzle) {
  const edges = [...(puzzle.tiles.at(-1)?.edges ?? ['1', '1', '1', '1'])];
  const name = freeNumber(puzzle.tiles.map((tile) => tile.name));
  return { ...puzzle, tiles: [...puzzle.tiles, { name, edges }] };
}

/**
 * @param {Matching} puzzle
 * @param {number} index
 * @returns {Matching}
 */
export function removeTile(puzzle, index) {
  const name = puzzle.tiles[index]?.name;
  const { pins = [], ...rest } = puzzle;
  const kept = pins.filter((pin) => pin.tile !== name);
  return {
    ...rest,
    tiles: puzzle.tiles.filter((_, i) => i !== index),
    ...(kept.length && { pins: kept }),
  };
}

/**
 * Pins a tile to a cell, in place of what was pinned there and of where it was pinned; no tile takes the pin away.
 *
 * @param {Matching} puzzle
 * @param {Cell} cell
 * @param {string | null} tile
 * @param {number} [turn]
 * @returns {Matching}
 */
export function pinTile(puzzle, cell, tile, turn) {
  const { pins = [], ...rest } = puzzle;
  const others = pins.filter((pin) => !same(pin.cell, cell) && pin.tile !== tile);
  const [x = 0, y = 0] = cell;
  const pin = tile === null ? [] : [{ tile, cell: [x, y], ...(turn !== undefined && { turn }) }];
  const all = [...others, ...pin];
  return all.length ? { ...rest, pins: all } : rest;
}

const natural = new Intl.Collator('en', { numeric: true });

/** The edges that tiles and frame show, each once, in order. @param {Matching} puzzle @returns {string[]} */
export function edgesOf(puzzle) {
  const frame = puzzle.frame === undefined ? [] : [puzzle.frame];
  return [...new Set([...frame, ...puzzle.tiles.flatMap((tile) => tile.edges)])].sort(natural.compare);
}

/**
 * How edges are told apart in drawings: a number for each colour, in order; -1 for the frame.
 *
 * @param {Matching} puzzle
 * @returns {(edge: string) => number}
 */
export function colourNumbers(puzzle) {
  const colour = (/** @type {string} */ edge) => (puzzle.rule === 'pairs' ? edge.replace(/[01]$/, '') : edge);
  const inside = edgesOf(puzzle).filter((edge) => edge !== puzzle.frame);
  const names = [...new Set(inside.map(colour))].sort(natural.compare);
  return (edge) => (edge === puzzle.frame ? -1 : names.indexOf(colour(edge)));
}

/**
 * Sets the rules of the whole: may tiles turn, which edge is the frame, when do edges agree.
 *
 * @param {Matching} puzzle
 * @param {{ turning?: boolean, frame?: string, rule?: 'equal' | 'pairs' }} rules  an empty frame is none
 * @returns {Matching}
 */
export function setRules(puzzle, rules) {
  const { frame, ...rest } = { ...puzzle, ...rules };
  return frame ? { ...rest, frame } : rest;
}
