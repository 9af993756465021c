/**
 * The board: a drawing that the server made, and above it a grid of cells that is touched, focused and read aloud. The
 * drawing is made once; after that moves only set attributes of its groups.
 */
import { frameOf } from '../core/geometry.js';
import { Cells } from './cells.js';
import { Lifted, translation } from './lifted.js';
import { Marks } from './marks.js';

/** @import { Attributes, Change, Setup } from '../types.js' */
/** @import { Frame } from '../core/geometry.js' */

export class Board extends HTMLElement {
  /** @type {SVGSVGElement | null} */
  svg = null;
  cells = new Cells(this);
  marks = new Marks((cell) => this.cells.find(cell));
  /** @type {Frame} */
  frame = {
    grid: 'squares',
    lattice: { across: 1, down: [0, 1], cell: [1, 1] },
    reach: { left: 0, top: 0, right: 1, bottom: 1 },
    origins: [[0, 0]],
    viewBox: [0, 0, 1, 1],
  };
  /** The groups by name and copy. @type {Map<string, SVGGElement>} */
  #groups = new Map();

  /** Makes the cells for a puzzle. @param {Setup} setup @param {(layer: number) => string} layerWords */
  setUp(setup, layerWords) {
    this.frame = frameOf(setup);
    const [, , width = 1, height = 1] = this.frame.viewBox;
    this.style.aspectRatio = `${width} / ${height}`;
    this.style.setProperty('--width', String(width));
    this.style.setProperty('--ratio', String(width / height));
    this.toggleAttribute('data-solid', setup.layers > 1);
    this.dataset['grid'] = setup.grid;
    this.marks.clear();
    this.cells.build(setup, layerWords);
  }

  /** Shows a drawing instead of the one that is there. @param {string} text */
  draw(text) {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.setAttribute('aria-hidden', 'true');
    svg.querySelector(':scope > title')?.remove();
    if (this.svg) this.svg.replaceWith(svg);
    else this.prepend(svg);
    this.svg = svg;
    this.#groups.clear();
    for (const group of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll('g[data-piece]')))
      this.#groups.set(groupKey(group.dataset['piece'] ?? '', Number(group.dataset['copy'] ?? 1)), group);
  }

  /** The group of a tile, piece or block. @param {string} name @param {number} copy @returns {SVGGElement | undefined} */
  group(name, copy) {
    return this.#groups.get(groupKey(name, copy));
  }

  /** How long things glide to their new places, in milliseconds. */
  glide = 0;

  /** Sets what has changed, and gives what takes it back. @param {readonly Change[]} changes @returns {Change[]} */
  apply(changes) {
    return changes.map((change) => this.#change(change)).reverse();
  }

  /** @param {Change} change @returns {Change} */
  #change(change) {
    const group = this.group(change.piece, change.copy);
    const [turn, ...letters] = group ? [...group.children] : [];
    const was = group ? lies(group) : null;
    const before = {
      piece: change.piece,
      copy: change.copy,
      group: group ? set(group, change.group) : {},
      turn: turn ? set(turn, change.turn) : {},
      letters: change.letters.map((letter, i) => {
        const element = letters[i];
        return element ? set(element, letter) : {};
      }),
    };
    if (group && was) this.#glideFrom(group, was);
    return before;
  }

  /** @param {SVGGElement} group @param {readonly [number, number]} was */
  #glideFrom(group, [x, y]) {
    const now = lies(group);
    if (this.glide === 0 || !now || group.classList.contains('lifted')) return;
    const from = `${x - now[0]}px ${y - now[1]}px`;
    group.animate([{ translate: from }, { translate: '0 0' }], { duration: this.glide, easing: 'ease-out' });
  }

  /** Takes a group into the hand; `null` where it is not drawn as one that can be moved. @param {string} name @param {number} copy */
  lift(name, copy) {
    const group = this.group(name, copy);
    return group?.querySelector(':scope > [data-turn]') ? new Lifted(group) : null;
  }
}

/** Where a group lies; `null` where it is not seen. @param {SVGGElement} group */
const lies = (group) => (group.hasAttribute('display') ? null : translation(group.getAttribute('transform')));

/** @param {string} name @param {number} copy */
const groupKey = (name, copy) => `${copy} ${name}`;

/** Sets attributes and gives their values from before. @param {Element} element @param {Attributes} attributes @returns {Attributes} */
function set(element, attributes) {
  /** @type {Attributes} */
  const before = {};
  for (const [name, value] of Object.entries(attributes)) {
    before[name] = element.getAttribute(name);
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  return before;
}

customElements.define('mq-board', Board);
