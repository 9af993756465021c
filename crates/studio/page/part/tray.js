/** The pieces that are not on the board: a list of buttons, one tab stop, each with a picture of its piece as it is turned. */
import { strike } from '../board/lifted.js';
import { degrees, reach } from '../core/geometry.js';
import { text } from '../text/en.js';
import { make } from './make.js';

/** @import { Setup, Thing, View } from '../types.js' */
/** @import { Board } from '../board/board.js' */

const SVG = 'http://www.w3.org/2000/svg';

export class Tray {
  element;
  /** The button that leaves only what fits at the cursor. */
  filter;
  #list = make('ul', { class: 'loose' });
  #count = make('span', { class: 'soft' });
  /** @type {Map<number, HTMLLIElement>} */
  #items = new Map();
  /** How each thing lies in the tray. @type {Map<number, number>} */
  #orientations = new Map();
  #board;
  /** @type {Setup | null} */
  #setup = null;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
    const title = make('h2', { id: 'tray-title' }, text.table.tray);
    this.filter = make('button', { type: 'button', 'aria-pressed': 'false' }, text.table.fitting);
    this.element = make(
      'section',
      { class: 'tray card', 'aria-labelledby': 'tray-title' },
      make('header', {}, title, this.#count, this.filter),
      this.#list,
    );
    this.#list.addEventListener('keydown', (event) => this.#lead(event));
    this.#list.addEventListener('focusin', (event) => this.#stop(event.target));
  }

  /** Shows what is left. @param {Setup} setup @param {View} view */
  show(setup, view) {
    this.#setup = setup;
    const focused = this.#focusedAt();
    const left = new Map(view.left);
    for (const [index, item] of this.#items) {
      if (left.has(index)) continue;
      item.remove();
      this.#items.delete(index);
    }
    for (const [index, count] of view.left) this.#item(setup, index, count);
    this.#count.textContent = text.table.left(view.left.reduce((all, [, count]) => all + count, 0));
    this.element.classList.toggle('empty', view.left.length === 0);
    if (focused !== null && !this.#list.contains(document.activeElement)) this.#refocus(focused);
    const buttons = this.#buttons();
    if (!buttons.some((button) => button.tabIndex === 0)) this.#stop(buttons[0]);
    this.#fit();
  }

  /** Where all is in sight a finger need not scroll, so it drags in every direction. */
  #fit() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#list;
    this.#list.classList.toggle('scrolls', scrollWidth > clientWidth || scrollHeight > clientHeight);
  }

  /** @param {Setup} setup @param {number} index @param {number} count */
  #item(setup, index, count) {
    const thing = setup.things[index];
    if (!thing) return;
    const item = this.#items.get(index) ?? this.#make(setup, thing);
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    button.setAttribute('aria-label', text.table.inTray(thing.words, count));
    const badge = /** @type {HTMLElement} */ (item.querySelector('.badge'));
    badge.textContent = count > 1 ? `×${count}` : '';
  }

  /** @param {Setup} setup @param {Thing} thing */
  #make(setup, thing) {
    const badge = make('span', { class: 'badge', 'aria-hidden': 'true' });
    const button = make(
      'button',
      { type: 'button', 'data-thing': String(thing.index), tabindex: '-1' },
      badge,
    );
    button.prepend(this.#picture(setup, thing));
    const item = make('li', {}, button);
    this.#items.set(thing.index, item);
    const after = [...this.#items].filter(([index]) => index > thing.index).sort(([a], [b]) => a - b)[0];
    this.#list.insertBefore(item, after?.[1] ?? null);
    return item;
  }

  /** @param {Setup} setup @param {Thing} thing @returns {Element} */
  #picture(setup, thing) {
    if (thing.thumb) {
      const bare = thing.thumb.replace(/<rect [^>]*\/>/, '');
      const src = `data:image/svg+xml,${encodeURIComponent(bare)}`;
      return make('img', { src, alt: '', draggable: 'false' });
    }
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('aria-hidden', 'true');
    const group = this.#board.group(thing.name, 1);
    const copy = /** @type {SVGGElement | undefined} */ (group?.cloneNode(true));
    if (group && copy) {
      inherit(svg, group);
      for (const name of ['display', 'transform', 'data-piece', 'data-cell', 'class', 'style'])
        copy.removeAttribute(name);
      svg.append(copy);
    }
    this.#pose(svg, setup, thing);
    return svg;
  }

  /** @param {SVGSVGElement} svg @param {Setup} setup @param {Thing} thing */
  #pose(svg, setup, thing) {
    const orientation = this.orientation(thing.index);
    const shape = thing.orientations?.[orientation];
    const { turn: turns = orientation, flip = false } = shape ?? {};
    const { left, top, right, bottom } = reach(setup.lattice, shape?.cells ?? [[0, 0, 0]]);
    const [x, y] = shape?.middle ?? [(left + right) / 2, (top + bottom) / 2];
    const margin = 3;
    const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
    svg.setAttribute('viewBox', `${left - x - margin} ${top - y - margin} ${width} ${height}`);
    const size = setup.lattice.cell[0];
    const side = Math.max(...(shape ? [width, height] : [size]));
    svg.style.setProperty('--cells', String(Math.max(1.6, side / size)));
    svg.style.aspectRatio = `${width} / ${height}`;
    svg.classList.toggle('tall', height > width);
    const [turn, ...letters] = [...(svg.firstElementChild?.children ?? [])];
    const pose = { turn: turns, flip, step: degrees(setup.grid) };
    if (turn) strike(/** @type {SVGGElement} */ (turn), /** @type {SVGElement[]} */ (letters), pose);
  }

  /** How a thing lies in the tray. @param {number} index */
  orientation(index) {
    return (
      this.#orientations.get(index) ?? this.#setup?.things[index]?.orientations?.findIndex(drawnAsIs) ?? 0
    );
  }

  /** Turns a thing in the tray: it and no other. @param {number} index @param {number} orientation */
  turn(index, orientation) {
    this.#orientations.set(index, orientation);
    const svg = this.#items.get(index)?.querySelector('svg');
    const thing = this.#setup?.things[index];
    if (svg && thing && this.#setup) this.#pose(svg, this.#setup, thing);
  }

  /** Leaves only these things in sight; `null` shows all. @param {ReadonlySet<number> | null} fitting */
  only(fitting) {
    for (const [index, item] of this.#items)
      item.classList.toggle('misfit', fitting !== null && !fitting.has(index));
    const buttons = this.#buttons();
    if (!buttons.some((button) => button.tabIndex === 0)) this.#stop(buttons[0]);
    this.#fit();
  }

  /** Marks the thing that is in the hand. @param {number | null} index */
  hold(index) {
    for (const [at, item] of this.#items) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      if (at === index) button.setAttribute('aria-pressed', 'true');
      else button.removeAttribute('aria-pressed');
    }
  }

  /** The thing that an event hit. @param {Event} event @returns {number | null} */
  hit(event) {
    const target = event.target instanceof Element ? event.target.closest('[data-thing]') : null;
    return target instanceof HTMLElement ? Number(target.dataset['thing']) : null;
  }

  /** @returns {HTMLButtonElement[]} */
  #buttons() {
    return [...this.#list.querySelectorAll('li:not(.misfit) > button')].filter(
      (b) => b instanceof HTMLButtonElement,
    );
  }

  #focusedAt() {
    const at = this.#buttons().findIndex((button) => button === document.activeElement);
    return at < 0 ? null : at;
  }

  /** Gives focus to the tab stop; false where the tray is empty. */
  focus() {
    const stop = this.#buttons().find((button) => button.tabIndex === 0);
    stop?.focus();
    return stop !== undefined;
  }

  /** @param {number} at */
  #refocus(at) {
    const buttons = this.#buttons();
    buttons[Math.min(at, buttons.length - 1)]?.focus();
  }

  /** @param {EventTarget | null | undefined} button */
  #stop(button) {
    for (const each of this.#buttons()) each.tabIndex = each === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #lead(event) {
    const buttons = this.#buttons();
    const at = this.#focusedAt();
    if (at === null) return;
    const next = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: beyond(buttons, at, 1),
      ArrowUp: beyond(buttons, at, -1),
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    const button = buttons[next ?? -1];
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

/** The nearest button in the rows below or above. @param {HTMLElement[]} buttons @param {number} at @param {1 | -1} way */
function beyond(buttons, at, way) {
  const places = buttons.map((button) => button.getBoundingClientRect());
  const here = places[at] ?? new DOMRect();
  const middle = (/** @type {DOMRect} */ r) => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });
  const from = middle(here);
  let [best, least] = [-1, Infinity];
  for (const [i, place] of places.entries()) {
    const { x, y } = middle(place);
    const down = (y - from.y) * way;
    const far = down * 4 + Math.abs(x - from.x);
    if (down > here.height / 2 && far < least) [best, least] = [i, far];
  }
  return best;
}

/** Copies what a group has from those around it. @param {SVGSVGElement} svg @param {SVGGElement} group */
function inherit(svg, group) {
  for (let each = group.parentElement; each instanceof SVGElement; each = each.parentElement) {
    for (const { name, value } of each.attributes)
      if (/^(fill|stroke)/.test(name) && !svg.hasAttribute(name)) svg.setAttribute(name, value);
  }
}

/** @param {import('../types.js').Orientation} orientation */
const drawnAsIs = ({ turn = 0, flip = false }) => turn === 0 && !flip;
