/** The bench for matching puzzles: tiles with four edges, the board, and the rules of the whole. */
import { key, same } from '../../core/edit/cells.js';
import { NO_FAULTS } from '../../core/edit/faults.js';
import * as edit from '../../core/edit/matching.js';
import { choice, tick } from '../../part/dialogs.js';
import { field, make, select } from '../../part/make.js';
import { Paint } from '../../part/paint.js';
import { text } from '../../text/en.js';
import { sizes, things, tilePicture } from './bench.js';
import { TileBench } from './tile.js';

/** @import { Matching } from '../../core/edit/matching.js' */
/** @import { Cell } from '../../core/edit/cells.js' */
/** @import { Look } from '../../part/paint.js' */
/** @import { Faulty, Spot } from '../../core/edit/faults.js' */

const t = text.workshop;
const WIDEST = 32;

export class MatchingBench {
  /** @type {Matching} */
  #puzzle = edit.blankMatching(1, 1);
  #chosen = 0;
  /** @type {'hole' | 'pin'} */
  #paints = 'hole';
  #board = new Paint();
  #size = sizes([t.columns, t.rows], WIDEST, ([columns = 1, rows = 1]) =>
    this.#change(edit.resizeMatching(this.#puzzle, columns, rows)),
  );
  #rules = ruleFields((some) => this.#change(edit.setRules(this.#puzzle, some)));
  #row = things(t.tiles, {
    choose: (index) => this.show(this.#puzzle, index),
    add: () => {
      this.#chosen = this.#puzzle.tiles.length;
      this.#change(edit.addTile(this.#puzzle));
    },
    addWords: t.addTile,
  });
  #one = new TileBench({
    paint: (side, edge) => this.#change(edit.paintEdge(this.#puzzle, this.#chosen, side, edge)),
    rename: (name) => this.#change(edit.renameTile(this.#puzzle, this.#chosen, name)),
    remove: () => this.#change(edit.removeTile(this.#puzzle, this.#chosen)),
  });
  #change;
  element;
  #faulty = NO_FAULTS;

  /** @param {(puzzle: Matching) => void} change */
  constructor(change) {
    this.#change = change;
    const brush = choice(t.paints, t.matchingPaints, this.#paints, (paints) => {
      this.#paints = paints;
      this.#canvas();
    });
    this.element = make(
      'div',
      { class: 'bench-matching' },
      make('h2', {}, t.tiles),
      make('p', { class: 'soft' }, t.tileHint),
      this.#row.element,
      this.#one.element,
      make('h2', {}, t.board),
      this.#size.element,
      this.#rules.element,
      brush,
      this.#board,
    );
  }

  /** @param {Matching} puzzle @param {number} [chosen] */
  show(puzzle, chosen = this.#chosen) {
    this.#puzzle = puzzle;
    this.#chosen = Math.max(0, Math.min(chosen, puzzle.tiles.length - 1));
    this.#size.show(puzzle.width, puzzle.height);
    this.#rules.show(puzzle);
    this.#one.show(puzzle.tiles[this.#chosen], edit.edgesOf(puzzle), edit.colourNumbers(puzzle));
    this.#paint();
  }

  /** Marks what is wrong; what hands are writing is left alone. @param {Faulty} faulty */
  mark(faulty) {
    this.#faulty = faulty;
    this.#paint();
  }

  #paint() {
    const colour = edit.colourNumbers(this.#puzzle);
    const all = this.#puzzle.tiles.map(({ name, edges }) => ({
      name,
      words: t.tile(name, edges),
      picture: tilePicture(edges.map(colour)),
    }));
    this.#row.show(all, this.#chosen, this.#faulty.things);
    this.#canvas();
  }

  /** To what a fault is about. @param {Spot} spot */
  lead({ index, cells: [cell] }) {
    if (index === undefined) return this.#board.lead(cell);
    this.show(this.#puzzle, index);
    this.#row.focus(index);
  }

  #canvas() {
    const puzzle = this.#puzzle;
    const tile = puzzle.tiles[this.#chosen]?.name ?? '';
    this.#board.show({
      label: t.board,
      columns: puzzle.width,
      rows: puzzle.height,
      faulty: this.#faulty.board,
      look: (cell) => ({ ...look(puzzle, cell), faulty: this.#faulty.cells.has(key(cell)) }),
      there: (cell) =>
        this.#paints === 'hole' ? edit.isHole(puzzle, cell) : pinAt(puzzle, cell)?.tile === tile,
      stroke: (cells, draws) => this.#change(this.#stroke(cells, draws, tile)),
    });
  }

  /** @param {readonly Cell[]} cells @param {boolean} draws @param {string} tile */
  #stroke(cells, draws, tile) {
    const [puzzle, last] = [this.#puzzle, cells.at(-1)];
    if (this.#paints === 'hole') return edit.cutHoles(puzzle, cells, draws);
    if (!last) return puzzle;
    return edit.pinTile(puzzle, last, draws ? tile : null, puzzle.turning === false ? undefined : 0);
  }
}

/** @param {Matching} puzzle @param {Cell} cell */
const pinAt = (puzzle, cell) => puzzle.pins?.find((pin) => same(pin.cell, cell));

/** @param {Matching} puzzle @param {Cell} cell @returns {Look} */
function look(puzzle, cell) {
  if (edit.isHole(puzzle, cell)) return { kind: 'off', sign: '', label: t.cell(cell, t.hole, '') };
  const pin = pinAt(puzzle, cell);
  const what = pin ? t.pinned(pin.tile) : t.onBoard;
  return { kind: pin ? 'on pinned' : 'on', sign: pin?.tile ?? '', label: t.cell(cell, what, '') };
}

/** @param {(some: {turning?: boolean, frame?: string, rule?: 'equal' | 'pairs'}) => void} change */
function ruleFields(change) {
  const frame = make('input', { type: 'text', maxlength: 20, placeholder: t.noFrame });
  frame.addEventListener('change', () => change({ frame: frame.value.trim() }));
  const rule = select(Object.entries(t.rules), 'equal');
  rule.addEventListener('change', () => change({ rule: /** @type {'equal' | 'pairs'} */ (rule.value) }));
  const turning = tick(t.tilesTurn, true, (on) => change({ turning: on }));
  const element = make('div', { class: 'fields' }, field(t.frame, frame), field(t.rule, rule), turning);
  return {
    element,
    /** @param {Matching} puzzle */
    show(puzzle) {
      frame.value = puzzle.frame ?? '';
      rule.value = puzzle.rule ?? 'equal';
      /** @type {HTMLInputElement} */ (turning.querySelector('input')).checked = puzzle.turning ?? true;
    },
  };
}
