/** The bench for sliding puzzles: a tray with walls and blocks, and where they shall go. */
import { atOrigin, key } from '../../core/edit/cells.js';
import { NO_FAULTS } from '../../core/edit/faults.js';
import * as edit from '../../core/edit/sliding.js';
import { choice } from '../../part/dialogs.js';
import { button, field, make, select } from '../../part/make.js';
import { Paint } from '../../part/paint.js';
import { text } from '../../text/en.js';
import { cellsPicture, hue, joints, shapes, sizes, things } from './bench.js';

/** @import { Sliding, Block, Brush } from '../../core/edit/sliding.js' */
/** @import { Cell } from '../../core/edit/cells.js' */
/** @import { Look } from '../../part/paint.js' */
/** @import { Faulty, Spot } from '../../core/edit/faults.js' */

const t = text.workshop;
const WIDEST = 40;

export class SlidingBench {
  /** @type {Sliding} */
  #puzzle = edit.blankSliding(1, 1);
  /** @type {'block' | 'wall' | 'goal'} */
  #paints = 'block';
  /** The block that is drawn on; -1 is one that is not there yet. */
  #chosen = -1;
  #rectangles = false;
  #tray = new Paint();
  #size = sizes([t.columns, t.rows], WIDEST, ([columns = 1, rows = 1]) =>
    this.#change(edit.resizeSliding(this.#puzzle, columns, rows)),
  );
  #row = things(t.blocks, {
    choose: (index) => this.show(this.#puzzle, index),
    add: () => this.show(this.#puzzle, -1),
    addWords: t.addBlock,
  });
  #about = blockFields(
    (some) => this.#change(edit.changeBlock(this.#puzzle, this.#chosen, some)),
    () => this.#change(edit.removeBlock(this.#puzzle, this.#chosen)),
  );
  #change;
  #brushes = choice(t.paints, t.trayPaints, this.#paints, (next) => {
    this.#paints = next;
    this.#canvas();
  });
  element;
  #faulty = NO_FAULTS;

  /** @param {(puzzle: Sliding) => void} change */
  constructor(change) {
    this.#change = change;
    const shape = shapes((rectangles) => {
      this.#rectangles = rectangles;
      this.#canvas();
    });
    this.element = make(
      'div',
      { class: 'bench-sliding' },
      make('h2', {}, t.tray),
      this.#size.element,
      make('div', { class: 'tools' }, this.#brushes, shape),
      make('p', { class: 'soft' }, t.trayHint),
      this.#tray,
      make('h2', {}, t.blocks),
      this.#row.element,
      this.#about.element,
    );
  }

  /** @param {Sliding} puzzle @param {number} [chosen] */
  show(puzzle, chosen = this.#chosen) {
    this.#puzzle = puzzle;
    this.#chosen = Math.min(chosen, puzzle.blocks.length - 1);
    this.#size.show(puzzle.width, puzzle.height);
    this.#about.show(puzzle.blocks[this.#chosen]);
    this.#paint();
  }

  /** Marks what is wrong; what hands are writing is left alone. @param {Faulty} faulty */
  mark(faulty) {
    this.#faulty = faulty;
    this.#paint();
  }

  #paint() {
    const kinds = edit.kinds(this.#puzzle);
    const all = this.#puzzle.blocks.map(({ name, cells }, i) => ({
      name,
      words: t.block(name, cells.length),
      picture: cellsPicture(atOrigin(cells), hue(kinds[i] ?? 0)),
    }));
    this.#row.show(all, this.#chosen, this.#faulty.things);
    this.#canvas();
  }

  /** To what a fault is about. @param {Spot} spot */
  lead({ kind, index, cells: [cell] }) {
    const brush = kind === 'goal' ? 'goal' : this.#paints === 'goal' ? 'block' : this.#paints;
    /** @type {HTMLInputElement | null} */ (this.#brushes.querySelector(`[value="${brush}"]`))?.click();
    if (index === undefined) return this.#tray.lead(cell);
    this.show(this.#puzzle, index);
    this.#row.focus(index);
  }

  /** @returns {Brush} */
  get #brush() {
    return this.#paints === 'wall' ? { paints: 'wall' } : { paints: this.#paints, block: this.#chosen };
  }

  #canvas() {
    const puzzle = this.#puzzle;
    const goal = this.#paints === 'goal';
    this.#tray.show({
      label: goal ? t.goalTray : t.tray,
      columns: puzzle.width,
      rows: puzzle.height,
      rectangles: this.#rectangles,
      look: (cell) => ({
        ...(goal ? goalLook : trayLook)(puzzle, cell, this.#chosen),
        faulty: (goal ? this.#faulty.goal : this.#faulty.cells).has(key(cell)),
      }),
      there: (cell) => edit.trayHas(puzzle, cell, this.#brush),
      stroke: (cells, draws) => this.#stroke(cells, draws),
    });
  }

  /** @param {readonly Cell[]} cells @param {boolean} draws */
  #stroke(cells, draws) {
    const next = edit.paintTray(this.#puzzle, cells, draws, this.#brush);
    // A block that this stroke has made is drawn on by the next one.
    if (draws && this.#paints === 'block' && this.#chosen < 0) this.#chosen = next.blocks.length - 1;
    this.#change(next);
  }
}

/** @param {Sliding} puzzle @param {Cell} cell @param {number} chosen @returns {Look} */
function trayLook(puzzle, cell, chosen) {
  const index = edit.blockAt(puzzle, cell);
  const block = puzzle.blocks[index];
  if (!block) return bare(puzzle, cell, t.free);
  return {
    kind: `on ${hue(edit.kinds(puzzle)[index] ?? 0)} ${index === chosen ? 'chosen' : ''}`,
    sign: block.name,
    label: t.cell(cell, t.blockCell(block.name), ''),
    joined: joints(cell, (at) => edit.blockAt(puzzle, at) === index),
  };
}

/** @param {Sliding} puzzle @param {Cell} cell @param {number} chosen @returns {Look} */
function goalLook(puzzle, cell, chosen) {
  const index = edit.targetAt(puzzle, cell);
  const target = puzzle.goal[index];
  if (!target) return bare(puzzle, cell, t.noGoal);
  const block = edit.blockFor(puzzle, target);
  return {
    kind: `on goal ${hue(edit.kinds(puzzle)[block] ?? 0)} ${edit.targetOf(puzzle, chosen) === index ? 'chosen' : ''}`,
    sign: target.label ?? '★',
    label: t.cell(cell, t.goalCell(target.label ?? ''), ''),
    joined: joints(cell, (at) => edit.targetAt(puzzle, at) === index),
  };
}

/** A cell with nothing on it but perhaps a wall. @param {Sliding} puzzle @param {Cell} cell @param {string} words */
function bare(puzzle, cell, words) {
  const wall = edit.isWall(puzzle, cell);
  return { kind: wall ? 'wall' : 'free', sign: '', label: t.cell(cell, wall ? t.wall : words, '') };
}

/**
 * @param {(some: Partial<Block>) => void} change
 * @param {() => void} remove
 */
function blockFields(change, remove) {
  const name = make('input', { type: 'text', maxlength: 20 });
  const freedom = select(Object.entries(t.freedoms), 'any');
  name.addEventListener('change', () => name.value.trim() && change({ name: name.value.trim() }));
  freedom.addEventListener('change', () =>
    change({ freedom: /** @type {Block['freedom']} */ (freedom.value) }),
  );
  const fields = [field(t.name, name), field(t.freedom, freedom), button(t.remove, remove)];
  const element = make('div', { class: 'fields' }, ...fields);
  return {
    element,
    /** @param {Block | undefined} block */
    show(block) {
      element.hidden = !block;
      if (!block) return;
      name.value = block.name;
      freedom.value = block.freedom ?? 'any';
    },
  };
}
