/** The bench for tiling puzzles: a board to be painted, and pieces. */
import { extent, key, painted, same } from '../../core/edit/cells.js';
import { addSet } from '../../core/edit/sets.js';
import { NO_FAULTS } from '../../core/edit/faults.js';
import * as edit from '../../core/edit/tiling.js';
import { button, field, make } from '../../part/make.js';
import { Paint } from '../../part/paint.js';
import { text } from '../../text/en.js';
import { hue, sizes } from './bench.js';
import { BoardTools } from './brushes.js';
import { PieceBench } from './pieces.js';

/** @import { Tiling } from '../../core/edit/tiling.js' */
/** @import { Cell, Painted } from '../../core/edit/cells.js' */
/** @import { Look } from '../../part/paint.js' */
/** @import { Grid } from '../../types.js' */
/** @import { Faulty, Spot } from '../../core/edit/faults.js' */

const t = text.workshop;
const WIDEST = 40;

export class TilingBench {
  /** @type {Tiling} */
  #puzzle = edit.blankTiling(1, 1);
  /** The room to paint in; it may be larger than the board. */
  #room = { columns: 1, rows: 1, layers: 1 };
  #board = new Paint();
  #sum = make('p', { class: 'soft sum' });
  #tools = new BoardTools(() => this.#paint());
  #size = sizes([t.columns, t.rows, t.layers], WIDEST, ([columns = 1, rows = 1, layers = 1]) => {
    this.#room = { columns, rows, layers };
    this.#change(edit.cutBoard(this.#puzzle, columns, rows, layers));
  });
  #grids = make(
    'select',
    {},
    ...Object.entries(t.grids).map(([value, words]) => make('option', { value }, words)),
  );
  #sets;
  #change;
  #pieces;
  element;
  #faulty = NO_FAULTS;

  /** @param {(puzzle: Tiling) => void} change */
  constructor(change) {
    this.#change = change;
    this.#pieces = new PieceBench(change, () => this.#tools.brush.colour);
    this.#size.element.append(field(t.grid, this.#grids));
    this.#grids.addEventListener('change', () => {
      this.#room.layers = 1;
      change(edit.changeGrid(this.#puzzle, /** @type {Grid} */ (this.#grids.value)));
    });
    const set = (/** @type {'pentominoes' | 'tetrominoes'} */ name, /** @type {string} */ words) =>
      button(words, () => change(addSet(this.#puzzle, name)));
    this.#sets = make(
      'div',
      { class: 'buttons' },
      set('pentominoes', t.addPentominoes),
      set('tetrominoes', t.addTetrominoes),
    );
    this.element = make(
      'div',
      { class: 'bench-tiling' },
      make('h2', {}, t.board),
      make('p', { class: 'soft' }, t.boardHint),
      this.#size.element,
      this.#tools.element,
      this.#board,
      this.#sum,
      this.#pieces.element,
      this.#sets,
    );
  }

  /** @param {Tiling} puzzle */
  show(puzzle) {
    this.#puzzle = puzzle;
    const squares = (puzzle.grid ?? 'squares') === 'squares';
    this.#grids.value = puzzle.grid ?? 'squares';
    this.#sets.hidden = !squares;
    this.#size.hide(2, !squares);
    const least = extent([...puzzle.board.cells, ...(puzzle.labels ?? []).map(({ cell }) => cell)]);
    this.#room = {
      columns: Math.max(this.#room.columns, least.columns),
      rows: Math.max(this.#room.rows, least.rows),
      layers: Math.max(this.#room.layers, least.layers),
    };
    this.#size.show(this.#room.columns, this.#room.rows, this.#room.layers);
    const { board, least: fewest, most } = edit.areas(puzzle);
    this.#sum.textContent = t.areas(board, fewest, most);
    this.#paint();
    this.#pieces.show(puzzle);
  }

  /** Marks what is wrong; what hands are writing is left alone. @param {Faulty} faulty */
  mark(faulty) {
    this.#faulty = faulty;
    this.#paint();
    this.#pieces.mark(faulty);
  }

  /** To what a fault is about. @param {Spot} spot */
  lead({ index, cells: [cell] }) {
    if (index !== undefined) return this.#pieces.lead(index);
    this.#tools.brush.layer = cell?.[2] ?? this.#tools.brush.layer;
    this.#paint();
    this.#board.lead(cell);
  }

  #paint() {
    const puzzle = this.#puzzle;
    this.#tools.show(edit.coloursOf(puzzle), this.#room.layers);
    const { brush } = this.#tools;
    const cells = painted(puzzle.board.cells, puzzle.board.colours);
    this.#board.show({
      label: t.board,
      ...this.#room,
      grid: puzzle.grid ?? 'squares',
      layer: brush.layer,
      rectangles: brush.rectangles,
      faulty: this.#faulty.board,
      look: (cell) => ({ ...look(puzzle, cells, cell), faulty: this.#faulty.cells.has(key(cell)) }),
      there: (cell) =>
        brush.paints === 'word'
          ? labelAt(puzzle, cell) !== ''
          : edit.boardHas(puzzle, cell, { paints: brush.paints, colour: brush.colour }),
      stroke: (painted, draws) => this.#stroke(painted, draws),
    });
  }

  /** @param {readonly Cell[]} cells @param {boolean} draws */
  #stroke(cells, draws) {
    const { paints, colour, word } = this.#tools.brush;
    if (paints === 'word') {
      const said = draws ? word() : '';
      this.#change(cells.reduce((next, cell) => edit.labelCell(next, cell, said), this.#puzzle));
    } else {
      this.#change(edit.paintBoard(this.#puzzle, cells, draws, { paints, colour }));
    }
  }
}

/** @param {Tiling} puzzle @param {Cell} cell */
const labelAt = (puzzle, cell) => puzzle.labels?.find((label) => same(label.cell, cell))?.label ?? '';

/**
 * @param {Tiling} puzzle
 * @param {Painted} cells
 * @param {Cell} cell
 * @returns {Look}
 */
function look(puzzle, cells, cell) {
  const colour = cells.get(key(cell));
  const on = colour !== undefined;
  const optional = on && (puzzle.board.optional ?? []).some((at) => same(at, cell));
  const look = colour ? hue(edit.coloursOf(puzzle).indexOf(colour)) : '';
  const kind = [on ? 'on' : 'off', look, optional ? 'optional' : ''].filter(Boolean).join(' ');
  const sign = labelAt(puzzle, cell) || colour || '';
  const what = on ? (optional ? t.optionalCell : t.onBoard) : t.offBoard;
  return { kind, sign, label: t.cell(cell, what, sign) };
}
