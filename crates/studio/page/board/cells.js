/**
 * The grid of cells above the drawing: one element a cell, made once a puzzle. It is what fingers hit, what has focus and
 * what a screen reader reads; one cell at a time is a tab stop.
 */
import { key, unkey } from '../core/geometry.js';
import { extreme, field } from '../core/roving.js';

/** @import { Cell, Setup, View } from '../types.js' */

export class Cells {
  #host;
  /** @type {Map<string, HTMLElement>} */
  #all = new Map();
  /** @type {import('../core/roving.js').Field} */
  field = field([], { columns: 0, rows: 0, layers: 0 });
  /** The cell that is the tab stop. @type {Cell} */
  cursor = [0, 0, 0];

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {Setup} setup @param {(layer: number) => string} layerWords */
  build(setup, layerWords) {
    this.#all.clear();
    this.field = field(setup.cells, setup);
    const grid = document.createElement('div');
    grid.className = 'cells';
    grid.setAttribute('role', 'grid');
    grid.setAttribute('aria-label', setup.title);
    for (let z = 0; z < setup.layers; z++) grid.append(this.#layer(setup, z, layerWords));
    this.#host.querySelector(':scope > .cells')?.remove();
    this.#host.append(grid);
    this.cursor = extreme(this.field, 1) ?? [0, 0, 0];
    this.find(this.cursor)?.setAttribute('tabindex', '0');
  }

  /** @param {Setup} setup @param {number} z @param {(layer: number) => string} layerWords */
  #layer({ origins, viewBox, cellSize, columns, rows, layers, cells }, z, layerWords) {
    const [, , width = 1, height = 1] = viewBox;
    const [x = 0, y = 0] = origins[z] ?? [];
    const layer = document.createElement('div');
    layer.className = 'layer';
    layer.setAttribute('role', 'rowgroup');
    if (layers > 1) layer.setAttribute('aria-label', layerWords(z + 1));
    layer.style.left = `${(100 * x) / width}%`;
    layer.style.top = `${(100 * y) / height}%`;
    layer.style.width = `${(100 * columns * cellSize) / width}%`;
    layer.style.height = `${(100 * rows * cellSize) / height}%`;
    layer.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`;
    for (let row = 0; row < rows; row++) {
      const own = cells.filter((cell) => cell[1] === row && cell[2] === z);
      if (own.length > 0) layer.append(this.#row(own, row));
    }
    return layer;
  }

  /** @param {Cell[]} cells @param {number} number */
  #row(cells, number) {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.style.gridRow = String(number + 1);
    for (const cell of cells) {
      const element = document.createElement('div');
      element.className = 'cell';
      element.setAttribute('role', 'gridcell');
      element.tabIndex = -1;
      element.dataset['cell'] = key(cell);
      element.style.gridColumn = String(cell[0] + 1);
      this.#all.set(key(cell), element);
      row.append(element);
    }
    return row;
  }

  /** @param {readonly number[] | string} cell */
  find(cell) {
    return this.#all.get(typeof cell === 'string' ? cell : key(cell));
  }

  /** The cell that an event hit. @param {Event} event @returns {Cell | null} */
  hit(event) {
    const element = event.target instanceof Element ? event.target.closest('.cell') : null;
    const written = element instanceof HTMLElement ? element.dataset['cell'] : undefined;
    return written === undefined || !this.#host.contains(element) ? null : unkey(written);
  }

  /** Names the cells, and says where fingers take hold instead of scrolling. @param {View} view @param {(index: number) => boolean} movable */
  show(view, movable) {
    const taken = new Set();
    for (const thing of view.things)
      if (!thing.pinned && movable(thing.index)) for (const cell of thing.cells) taken.add(key(cell));
    for (const [cell, element] of this.#all) {
      const label = view.labels[cell] ?? '';
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.classList.toggle('taken', taken.has(cell));
    }
  }

  /** Makes a cell the tab stop. @param {Cell} cell */
  stop(cell) {
    const next = this.find(cell);
    if (!next) return;
    this.find(this.cursor)?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    this.cursor = cell;
  }

  /** Makes a cell the tab stop and gives it focus. @param {Cell} [cell] */
  focus(cell = this.cursor) {
    this.stop(cell);
    this.find(this.cursor)?.focus({ preventScroll: false });
  }

  /** Has one of the cells focus? */
  get focused() {
    return this.#host.contains(document.activeElement);
  }
}
