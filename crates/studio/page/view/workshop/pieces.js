/** The pieces of a tiling puzzle: a row to choose from, and the one that is drawn on. */
import { extent, key, painted } from '../../core/edit/cells.js';
import { NO_FAULTS } from '../../core/edit/faults.js';
import * as edit from '../../core/edit/tiling.js';
import { tick } from '../../part/dialogs.js';
import { button, field, make } from '../../part/make.js';
import { Paint } from '../../part/paint.js';
import { text } from '../../text/en.js';
import { cellsPicture, hue, things } from './bench.js';

/** @import { Tiling, Piece } from '../../core/edit/tiling.js' */
/** @import { Cell } from '../../core/edit/cells.js' */
/** @import { Faulty } from '../../core/edit/faults.js' */

const t = text.workshop;
/** Room around a piece to draw it larger. */
const SPARE = 1;

/** A cell of the drawing as a cell of the piece: there is room to grow to the left and up too. @param {Cell} cell */
const ofPiece = ([x = 0, y = 0, z = 0]) => [x - SPARE, y - SPARE, z];

export class PieceBench {
  /** @type {Tiling} */
  #puzzle = edit.blankTiling(1, 1);
  #chosen = 0;
  #grid = new Paint();
  #row = things(t.pieces, {
    choose: (index) => this.show(this.#puzzle, index),
    add: () => {
      this.#chosen = this.#puzzle.pieces.length;
      this.#change(edit.addPiece(this.#puzzle));
    },
    addWords: t.addPiece,
  });
  #about = pieceFields(
    (some) => this.#change(edit.changePiece(this.#puzzle, this.#chosen, some)),
    () => this.#change(edit.removePiece(this.#puzzle, this.#chosen)),
  );
  #drawn = make('div', { class: 'one' }, this.#grid, this.#about.element);
  #change;
  #colour;
  #faulty = NO_FAULTS;
  element = make(
    'section',
    { class: 'pieces', 'aria-label': t.pieces },
    make('h2', {}, t.pieces),
    this.#row.element,
    this.#drawn,
  );

  /**
   * @param {(puzzle: Tiling) => void} change
   * @param {() => string | null} colour  of the brush
   */
  constructor(change, colour) {
    this.#change = change;
    this.#colour = colour;
  }

  /** @param {Tiling} puzzle @param {number} [chosen] */
  show(puzzle, chosen = this.#chosen) {
    this.#puzzle = puzzle;
    this.#chosen = Math.max(0, Math.min(chosen, puzzle.pieces.length - 1));
    const piece = puzzle.pieces[this.#chosen];
    this.#drawn.hidden = !piece;
    if (piece) this.#about.show(piece, (puzzle.grid ?? 'squares') === 'squares');
    this.#paint();
  }

  /** Marks what is wrong; what hands are writing is left alone. @param {Faulty} faulty */
  mark(faulty) {
    this.#faulty = faulty;
    this.#paint();
  }

  #paint() {
    const { pieces, grid } = this.#puzzle;
    const all = pieces.map(({ name, cells }, i) => ({
      name,
      words: t.piece(name, cells.length),
      picture: cellsPicture(cells, hue(i), grid),
    }));
    this.#row.show(all, this.#chosen, this.#faulty.things);
    const piece = pieces[this.#chosen];
    if (piece) this.#canvas(piece);
  }

  /** Has a piece to draw on, and the keys go to it. @param {number} index */
  lead(index) {
    this.show(this.#puzzle, index);
    this.#row.focus(index);
  }

  /** @param {Piece} piece */
  #canvas(piece) {
    const { columns, rows, layers } = extent(piece.cells);
    const map = painted(piece.cells, piece.colours);
    const has = (/** @type {Cell} */ cell) => map.has(key(ofPiece(cell)));
    this.#grid.show({
      label: t.drawPiece(piece.name),
      grid: this.#puzzle.grid ?? 'squares',
      columns: columns + 2 * SPARE,
      rows: rows + 2 * SPARE,
      layer: this.#about.layer(layers),
      faulty: this.#faulty.things.has(this.#chosen),
      look: (cell) => ({
        kind: has(cell) ? `on ${hue(this.#chosen)}` : 'off',
        sign: map.get(key(ofPiece(cell))) ?? '',
        label: t.cell(ofPiece(cell), has(cell) ? t.onPiece : t.offPiece, ''),
      }),
      there: has,
      stroke: (cells, draws) => {
        const drawn = edit.paintPiece(this.#puzzle, this.#chosen, cells.map(ofPiece), draws, this.#colour());
        this.#change(edit.tidyPiece(drawn, this.#chosen));
      },
    });
  }
}

/**
 * @param {(some: Partial<Piece>) => void} change
 * @param {() => void} remove
 */
function pieceFields(change, remove) {
  const name = make('input', { type: 'text', maxlength: 20 });
  const least = make('input', { type: 'number', min: 0, max: 999, onchange: () => copies() });
  const most = make('input', { type: 'number', min: 0, max: 999, onchange: () => copies() });
  const layer = make('input', { type: 'number', min: 1, max: 9, value: 1 });
  const turn = tick(t.mayTurn, true, (on) => change({ turn: on }));
  const flip = tick(t.mayFlip, true, (on) => change({ flip: on }));
  const copies = () => {
    const fewest = Math.max(0, least.valueAsNumber || 0);
    change({ copies: [fewest, Math.max(fewest, most.valueAsNumber || 0)] });
  };
  name.addEventListener('change', () => name.value.trim() && change({ name: name.value.trim() }));
  layer.addEventListener('change', () => change({}));
  const [few, many, layerField] = [field(t.least, least), field(t.most, most), field(t.layer, layer)];
  const element = make('div', { class: 'fields' }, field(t.name, name), few, many, layerField, turn, flip);
  element.append(button(t.remove, remove));
  const box = (/** @type {HTMLElement} */ label) =>
    /** @type {HTMLInputElement} */ (label.querySelector('input'));
  return {
    element,
    /** The layer that is drawn on; one more than there are may be chosen. @param {number} layers */
    layer: (layers) => (layerField.hidden ? 0 : Math.min(layers, Math.max(1, layer.valueAsNumber || 1) - 1)),
    /** @param {Piece} piece @param {boolean} solid May it lie in several layers? */
    show(piece, solid) {
      layerField.hidden = !solid;
      const [fewest, greatest] = piece.copies ?? [1, 1];
      name.value = piece.name;
      least.value = String(fewest);
      most.value = String(greatest);
      box(turn).checked = piece.turn ?? true;
      box(flip).checked = piece.flip ?? true;
    },
  };
}
