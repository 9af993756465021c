/**
 * `<mq-paint>`: a grid of cells to be painted by mouse, finger or keys. It knows nothing of puzzles: it is told how each
 * cell looks, and tells which cells a stroke went over.
 */
import { key, rectangle } from '../core/edit/cells.js';
import { beginStroke, onTo } from '../core/edit/stroke.js';
import { pointsDown } from '../core/geometry.js';
import { field, lead } from '../core/roving.js';
import { make } from './make.js';

/**
 * @typedef {import('../core/edit/cells.js').Cell} Cell
 * @typedef {import('../core/edit/stroke.js').Stroke} Stroke
 *
 * @typedef {object} Look
 * @property {string} kind  words for the style: 'on', 'wall', 'block-3 on'
 * @property {string} sign  what stands on the cell
 * @property {string} label  what it is called
 * @property {readonly boolean[]} [joined]  is it one with its neighbour above, right, below, left?
 * @property {boolean} [faulty]  is something wrong with it?
 *
 * @typedef {object} Canvas
 * @property {string} label
 * @property {number} columns
 * @property {number} rows
 * @property {number} [layer]
 * @property {import('../types.js').Grid} [grid]
 * @property {(cell: Cell) => Look} look
 * @property {(cell: Cell) => boolean} there  is the cell as the brush would make it?
 * @property {(cells: readonly Cell[], draws: boolean) => void} stroke
 * @property {boolean} [rectangles]  do two taps make a rectangle?
 * @property {boolean} [faulty]  is something wrong with the whole of it?
 */

/** @param {Cell} cell @returns {import('../types.js').Cell} */
const triple = ([x = 0, y = 0, z = 0]) => [x, y, z];

export class Paint extends HTMLElement {
  /** @type {Canvas | null} */
  #canvas = null;
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Stroke | null} */
  #stroke = null;
  /** @type {Cell | null} */
  #corner = null;
  #current = '0,0,0';
  #shape = '';
  /** @type {import('../core/roving.js').Field | null} */
  #field = null;

  connectedCallback() {
    this.setAttribute('role', 'grid');
    this.addEventListener('pointerdown', (event) => this.#down(event));
    this.addEventListener('pointermove', (event) => this.#move(event));
    this.addEventListener('pointerup', () => this.#up());
    this.addEventListener('pointercancel', () => this.#cancel());
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {Canvas} canvas */
  show(canvas) {
    this.#canvas = canvas;
    this.setAttribute('aria-label', canvas.label);
    const { columns, rows, layer = 0, grid = 'squares' } = canvas;
    const shape = `${columns}x${rows}@${layer} ${grid}`;
    if (shape !== this.#shape) this.#build(canvas, shape);
    this.toggleAttribute('data-taps', canvas.rectangles ?? false);
    this.toggleAttribute('data-faulty', canvas.faulty ?? false);
    if (!canvas.rectangles) this.#corner = null;
    this.#paint();
  }

  /** @param {Canvas} canvas @param {string} shape */
  #build({ columns, rows, layer = 0, grid = 'squares' }, shape) {
    const focused = this.contains(document.activeElement);
    this.#shape = shape;
    this.#cells.clear();
    this.dataset['grid'] = grid;
    this.style.setProperty('--columns', String(columns));
    this.style.setProperty('--rows', String(rows));
    const row = (/** @type {number} */ y) => {
      const cells = Array.from({ length: columns }, (_, x) => this.#cell([x, y, layer]));
      const element = make('div', { role: 'row' }, ...cells);
      element.style.setProperty('--row', String(y));
      return element;
    };
    this.replaceChildren(...Array.from({ length: rows }, (_, y) => row(y)));
    this.#field = field(rectangle([0, 0, layer], [columns - 1, rows - 1]).map(triple), {
      columns,
      rows,
      layers: layer + 1,
      grid,
    });
    if (!this.#cells.has(this.#current)) this.#current = key([0, 0, layer]);
    this.#cells.get(this.#current)?.setAttribute('tabindex', '0');
    if (focused) this.#cells.get(this.#current)?.focus();
  }

  /** @param {Cell} cell */
  #cell(cell) {
    const element = make('div', {
      role: 'gridcell',
      'data-cell': key(cell),
      tabindex: -1,
    });
    this.#cells.set(key(cell), element);
    return element;
  }

  #paint() {
    const canvas = this.#canvas;
    if (!canvas) return;
    const under = new Set(this.#stroke?.cells.map(key));
    for (const [at, element] of this.#cells) {
      const cell = at.split(',').map(Number);
      const { kind, sign, label, joined, faulty = false } = canvas.look(cell);
      const down = pointsDown(canvas.grid ?? 'squares', cell) ? 'down' : '';
      const stroke = under.has(at) ? (this.#stroke?.draws ? 'drawing' : 'erasing') : '';
      const corner = this.#corner && key(this.#corner) === at ? 'corner' : '';
      const joints = joined
        ? ['top', 'right', 'bottom', 'left'].filter((_, i) => joined[i]).map((s) => `to-${s}`)
        : [];
      element.className = [kind, down, stroke, corner, ...joints].filter(Boolean).join(' ');
      if (element.textContent !== sign) element.textContent = sign;
      element.classList.toggle('faulty', faulty);
      element.setAttribute('aria-invalid', String(faulty));
      element.setAttribute('aria-label', label);
    }
  }

  /** @param {MouseEvent} event @returns {Cell | null} */
  #under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
    const at = found && this.contains(found) ? found.getAttribute('data-cell') : null;
    return at ? at.split(',').map(Number) : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#under(event);
    if (!cell || event.button !== 0 || this.#canvas?.rectangles) return;
    // A second finger means something else than painting.
    if (this.#stroke) return this.#cancel();
    this.#focus(cell);
    event.preventDefault();
    this.setPointerCapture(event.pointerId);
    this.#stroke = beginStroke(cell, this.#canvas?.there(cell) ?? false);
    this.#paint();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const cell = this.#stroke && this.#under(event);
    if (!this.#stroke || !cell) return;
    const stroke = onTo(this.#stroke, cell);
    if (stroke === this.#stroke) return;
    this.#stroke = stroke;
    this.#paint();
  }

  #up() {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (stroke) this.#canvas?.stroke(stroke.cells, stroke.draws);
    this.#paint();
  }

  #cancel() {
    this.#stroke = null;
    this.#corner = null;
    this.#paint();
  }

  /** Corners are tapped, so that a finger can still scroll. @param {MouseEvent} event */
  #click(event) {
    const cell = this.#canvas?.rectangles ? this.#under(event) : null;
    if (!cell) return;
    this.#focus(cell);
    this.#tap(cell);
  }

  /** Two taps make a rectangle; the first one decides whether it draws. @param {Cell} cell */
  #tap(cell) {
    const corner = this.#corner;
    if (!corner) {
      this.#corner = cell;
      return this.#paint();
    }
    this.#corner = null;
    this.#canvas?.stroke(rectangle(corner, cell), !this.#canvas.there(corner));
    this.#paint();
  }

  /** Has the keys go to a cell, if it is one of these. @param {Cell} [cell] */
  lead(cell) {
    this.#focus(cell && this.#cells.has(key(cell)) ? cell : triple(this.#current.split(',').map(Number)));
  }

  /** @param {Cell} cell */
  #focus(cell) {
    this.#cells.get(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = key(cell);
    const element = this.#cells.get(this.#current);
    element?.setAttribute('tabindex', '0');
    element?.focus({ preventScroll: false });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const from = triple(this.#current.split(',').map(Number));
    const next = this.#field && lead(this.#field, from, event);
    if (next) this.#focus(next);
    else if (event.key === ' ' || event.key === 'Enter') this.#press(from);
    else if (event.key === 'Escape' && (this.#stroke || this.#corner)) this.#cancel();
    else if (!/^(Arrow|Home$|End$)/.test(event.key)) return;
    event.preventDefault();
  }

  /** @param {Cell} cell */
  #press(cell) {
    if (this.#canvas?.rectangles) this.#tap(cell);
    else this.#canvas?.stroke([cell], !this.#canvas.there(cell));
  }
}

customElements.define('mq-paint', Paint);
