/** One tile, large: a colour is chosen, and a press on an edge paints it. */
import { button, field, make } from '../../part/make.js';
import { text } from '../../text/en.js';
import { hue, options } from './bench.js';

/** @import { Tile } from '../../core/edit/matching.js' */

const t = text.workshop;
const SIDES = /** @type {const} */ (['top', 'right', 'bottom', 'left']);

export class TileBench {
  #colour = make('select', {});
  #own = make('input', { type: 'text', maxlength: 20, placeholder: t.newColour });
  #name = make('input', { type: 'text', maxlength: 20 });
  #edges;
  element;

  /** @param {{paint: (side: number, edge: string) => void, rename: (name: string) => void, remove: () => void}} acts */
  constructor({ paint, rename, remove }) {
    const edge = () => this.#own.value.trim() || this.#colour.value;
    this.#edges = SIDES.map((side, i) => button('', () => paint(i, edge()), { class: `edge edge-${side}` }));
    this.#name.addEventListener('change', () => this.#name.value.trim() && rename(this.#name.value.trim()));
    const fields = make(
      'div',
      { class: 'fields' },
      field(t.colour, this.#colour),
      field(t.ownColour, this.#own),
      field(t.name, this.#name),
      button(t.remove, remove),
    );
    const tile = make('div', { class: 'tile', role: 'group', 'aria-label': t.edges }, ...this.#edges);
    this.element = make('div', { class: 'one' }, tile, fields);
  }

  /**
   * @param {Tile | undefined} tile
   * @param {readonly string[]} known  all edges of the puzzle
   * @param {(edge: string) => number} colour
   */
  show(tile, known, colour) {
    this.element.hidden = !tile;
    if (!tile) return;
    this.#name.value = tile.name;
    this.#choose(known);
    this.#edges.forEach((button, i) => {
      const [side, now] = [SIDES[i] ?? 'top', tile.edges[i] ?? ''];
      button.className = `edge edge-${side} ${hue(colour(now))}`;
      button.textContent = now;
      button.setAttribute('aria-label', t.edge(t.sidesOfTile[side], now));
    });
  }

  /** A colour of one's own is one of the puzzle's as soon as an edge has it. @param {readonly string[]} known */
  #choose(known) {
    const own = this.#own.value.trim();
    const before = known.includes(own) ? own : this.#colour.value;
    if (known.includes(own)) this.#own.value = '';
    const chosen = known.includes(before) ? before : (known[0] ?? '');
    options(
      this.#colour,
      known.map((edge) => [edge, edge]),
      chosen,
    );
  }
}
