/** What the brush for boards paints: with which colour or word, on which layer. */
import { choice } from '../../part/dialogs.js';
import { field, make } from '../../part/make.js';
import { text } from '../../text/en.js';
import { options, shapes } from './bench.js';

/**
 * @typedef {object} Brush
 * @property {'cell' | 'optional' | 'word'} paints
 * @property {string | null} colour
 * @property {boolean} rectangles
 * @property {number} layer
 * @property {() => string} word
 */

const t = text.workshop;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

export class BoardTools {
  #word = make('input', { type: 'text', maxlength: 12 });
  #colour = make('select', {});
  #layer = make('select', {});
  #wordField = field(t.word, this.#word);
  #colourField = field(t.colour, this.#colour);
  #layerField = field(t.layer, this.#layer);
  /** @type {Brush} */
  brush = { paints: 'cell', colour: null, rectangles: false, layer: 0, word: () => this.#word.value.trim() };
  element;

  /** @param {() => void} changed */
  constructor(changed) {
    const set = (/** @type {Partial<Brush>} */ some) => {
      Object.assign(this.brush, some);
      changed();
    };
    this.#colour.addEventListener('change', () => set({ colour: this.#colour.value || null }));
    this.#layer.addEventListener('change', () => set({ layer: Number(this.#layer.value) }));
    this.element = make(
      'div',
      { class: 'tools' },
      choice(t.paints, t.paintsOf, this.brush.paints, (paints) => set({ paints })),
      shapes((rectangles) => set({ rectangles })),
      this.#colourField,
      this.#wordField,
      this.#layerField,
    );
  }

  /** @param {readonly string[]} known  the colours of the puzzle @param {number} layers */
  show(known, layers) {
    const { brush } = this;
    brush.layer = Math.min(brush.layer, layers - 1);
    // One colour more than there are, to begin with; the last chosen one stays, used or not.
    const free = LETTERS.filter((letter) => !known.includes(letter)).slice(0, 2);
    const all = [...new Set([...known, ...(brush.colour ? [brush.colour] : []), ...free])];
    options(this.#colour, [['', t.anyColour], ...all.map((one) => [one, one])], brush.colour ?? '');
    const numbers = Array.from({ length: layers }, (_, z) => [String(z), String(z + 1)]);
    options(this.#layer, numbers, String(brush.layer));
    this.#layerField.hidden = layers < 2;
    this.#wordField.hidden = brush.paints !== 'word';
    this.#colourField.hidden = brush.paints !== 'cell';
  }
}
