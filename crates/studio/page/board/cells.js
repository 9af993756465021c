/**
 * The grid of cells above the drawing: one element a cell, made once a puzzle. It is what fingers hit, what has focus and
 * what a screen reader reads; one cell at a time is a tab stop.
 */
import { key, offset, pointsDown, unkey } from '../core/geometry.js';
import { extreme, field } from '../core/roving.js';

/** @import { Cell, Setup, View } from '../types.js' */

export class Cells {
  #host;
  /** @type {Map<string, HTMLElement>} */
  #all = new Map();
  /** @type {import('../core/roving.js').Field} */
  field = field([], { columns: 0, rows: 0, layers: 0, grid: 'squares' });
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
  #layer(setup, z, layerWords) {
    const layer = document.createElement('div');
    layer.className = 'layer';
    layer.setAttribute('role', 'rowgroup');
    if (setup.layers > 1) layer.setAttribute('aria-label', layerWords(z + 1));
    for (let y = 0; y < setup.rows; y++) {
      const own = setup.cells.filter((cell) => cell[1] === y && cell[2] === z);
      if (own.length > 0) layer.append(this.#row(setup, own));
    }
    return layer;
  }

  /** @param {Setup} setup @param {Cell[]} cells */
  #row({ grid, lattice, origins, viewBox }, cells) {
    const [, , width = 1, height = 1] = viewBox;
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    for (const cell of cells) {
      const [left = 0, top = 0] = origins[cell[2]] ?? [];
      const [x, y] = offset(lattice, cell);
      const element = document.createElement('div');
      element.className = 'cell';
      element.setAttribute('role', 'gridcell');
      element.tabIndex = -1;
      element.dataset['cell'] = key(cell);
      element.style.left = `${(100 * (left + x)) / width}%`;
      element.style.top = `${(100 * (top + y)) / height}%`;
      element.style.width = `${(100 * lattice.cell[0]) / width}%`;
      element.style.height = `${(100 * lattice.cell[1]) / height}%`;
      element.classList.toggle('down', pointsDown(grid, cell));
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
