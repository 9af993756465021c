/**
 * `<mq-gallery>`: solutions as pictures, as many as there are. Only the rows that are seen exist.
 */
import { rowsAt, scrollTo } from '../core/window.js';
import { onceAFrame } from './frame.js';
import { make } from './make.js';

/**
 * @typedef {object} Source
 * @property {(index: number) => string} picture  the address of the picture, counted from 0
 * @property {(index: number) => string} label  what it is called
 * @property {(index: number) => void} open
 */

const TILE = 148;
const HIGH = 164;
/** Pictures are asked for when the gallery has rested so long, in milliseconds: a long scroll asks for its end alone. */
const REST = 80;

export class Gallery extends HTMLElement {
  /** @type {Source | null} */
  #source = null;
  #count = 0;
  #current = 0;
  #paintSoon = onceAFrame(() => this.#paint());
  #spacer = make('div', { class: 'spacer' });
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  #columns = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  connectedCallback() {
    this.setAttribute('role', 'grid');
    this.append(this.#spacer);
    this.addEventListener('scroll', () => this.#paintSoon(), { passive: true });
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('focusin', (event) => this.#focused(event));
    new ResizeObserver(() => this.#paintSoon()).observe(this);
  }

  /** @param {Source} source @param {string} label */
  show(source, label) {
    this.#source = source;
    this.#current = 0;
    this.#count = 0;
    this.setAttribute('aria-label', label);
    this.#forget();
    this.scrollTop = 0;
    this.#paintSoon();
  }

  /** How many there are by now. */
  get count() {
    return this.#count;
  }

  set count(count) {
    if (count === this.#count) return;
    // The last row may have been short: it is made anew, longer.
    const last = Math.floor(Math.max(0, this.#count - 1) / Math.max(1, this.#columns));
    if (!this.#rows.get(last)?.contains(document.activeElement)) this.#drop(last);
    this.#count = count;
    this.#paintSoon();
  }

  /** Shows one of them and gives it the focus. @param {number} index */
  goTo(index) {
    this.#current = Math.min(Math.max(0, index), this.#count - 1);
    const row = Math.floor(this.#current / Math.max(1, this.#columns));
    this.scrollTop = scrollTo(row, HIGH, this.scrollTop, this.clientHeight);
    this.#paint();
    this.#item(this.#current)?.focus({ preventScroll: true });
  }

  #forget() {
    this.#rows.forEach((row) => row.remove());
    this.#rows.clear();
  }

  /** @param {number} row */
  #drop(row) {
    this.#rows.get(row)?.remove();
    this.#rows.delete(row);
  }

  #paint() {
    const shelf = {
      count: this.#count,
      width: this.clientWidth,
      tile: TILE,
      high: HIGH,
    };
    const { columns, rows, first, end } = rowsAt(shelf, this.scrollTop, this.clientHeight);
    if (columns !== this.#columns) this.#forget();
    this.#columns = columns;
    this.style.setProperty('--whole', `${rows * HIGH}px`);
    this.setAttribute('aria-rowcount', String(rows));
    this.setAttribute('aria-colcount', String(columns));
    for (const [row, element] of this.#rows) {
      // What has the focus stays, however far it is scrolled away.
      if ((row < first || row >= end) && !element.contains(document.activeElement)) this.#drop(row);
    }
    for (let row = first; row < end; row++) {
      if (!this.#rows.has(row)) this.#build(row);
    }
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#fetch(), REST);
  }

  /** Asks for the pictures that are not there yet. */
  #fetch() {
    for (const picture of this.querySelectorAll('img')) {
      const { later } = picture.dataset;
      if (later) picture.src = later;
      delete picture.dataset['later'];
    }
  }

  /** @param {number} row */
  #build(row) {
    const from = row * this.#columns;
    const until = Math.min(this.#count, from + this.#columns);
    const cells = Array.from({ length: until - from }, (_, i) => this.#cell(from + i));
    const element = make('div', { role: 'row', 'aria-rowindex': row + 1 }, ...cells);
    element.style.translate = `0 ${row * HIGH}px`;
    element.style.gridTemplateColumns = `repeat(${this.#columns}, 1fr)`;
    this.#rows.set(row, element);
    this.#spacer.append(element);
  }

  /** @param {number} index */
  #cell(index) {
    const source = this.#source;
    const label = source?.label(index) ?? '';
    const picture = make('img', { alt: '', decoding: 'async', draggable: 'false' });
    picture.dataset['later'] = source?.picture(index);
    const open = make(
      'button',
      {
        type: 'button',
        'data-index': index,
        tabindex: index === this.#current ? 0 : -1,
        'aria-label': label,
      },
      picture,
      make('span', { 'aria-hidden': 'true' }, index + 1),
    );
    open.addEventListener('click', () => source?.open(index));
    return make('div', { role: 'gridcell' }, open);
  }

  /** @param {number} index @returns {HTMLElement | null} */
  #item(index) {
    return this.querySelector(`[data-index="${index}"]`);
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const index = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
    if (index === undefined) return;
    this.#item(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = Number(index);
    this.#item(this.#current)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.clientHeight / HIGH)) * this.#columns;
    const row = this.#current - (this.#current % this.#columns);
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: this.#current - 1,
      ArrowRight: this.#current + 1,
      ArrowUp: this.#current - this.#columns,
      ArrowDown: this.#current + this.#columns,
      PageUp: this.#current - page,
      PageDown: this.#current + page,
      Home: event.ctrlKey ? 0 : row,
      End: event.ctrlKey ? this.#count - 1 : Math.min(row + this.#columns, this.#count) - 1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.goTo(next);
  }
}

customElements.define('mq-gallery', Gallery);
