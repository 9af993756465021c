/** The size of the board: it begins fitted, and a larger one scrolls in its frame. */
import { make } from '../../part/make.js';
import { Toolbar } from '../../part/toolbar.js';
import { text } from '../../text/en.js';

/** @import { Board } from '../../board/board.js' */

const STEP = 1.25;
const MOST = 6;

export class Zoom {
  frame;
  tools;
  #board;
  #factor = 1;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
    this.frame = make('div', { class: 'frame' }, board);
    this.tools = new Toolbar(text.table.zoom, [
      { name: 'smaller', words: text.table.smaller, keys: '-', act: () => this.by(1 / STEP) },
      { name: 'fit', words: text.table.fit, keys: '0', act: () => this.by(0) },
      { name: 'larger', words: text.table.larger, keys: '+', act: () => this.by(STEP) },
    ]);
    this.by(0);
  }

  /** @param {number} factor 0 fits it. */
  by(factor) {
    this.#factor = factor === 0 ? 1 : Math.min(MOST, Math.max(1, this.#factor * factor));
    if (this.#factor < STEP * 0.9) this.#factor = 1;
    this.#board.style.setProperty('--zoom', String(this.#factor));
    this.frame.classList.toggle('zoomed', this.#factor > 1);
    this.frame.toggleAttribute('data-zoomed', this.#factor > 1);
    this.tools.enable('smaller', this.#factor > 1);
    this.tools.enable('fit', this.#factor > 1);
    this.tools.enable('larger', this.#factor < MOST);
  }
}
