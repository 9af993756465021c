/** What the three benches share: sizes, brushes, lists of things, and the small pictures in them. */
import { LATTICES, corners, reach } from '../../core/geometry.js';
import { choice } from '../../part/dialogs.js';
import { button, field, make } from '../../part/make.js';
import { text } from '../../text/en.js';

const t = text.workshop;
const SVG = 'http://www.w3.org/2000/svg';

/** How many different looks the style sheet has. */
const HUES = 12;

/**
 * Number fields for the size of a board.
 * @param {readonly string[]} labels
 * @param {number} most
 * @param {(sizes: number[]) => void} changed
 */
export function sizes(labels, most, changed) {
  const inputs = labels.map(() => make('input', { type: 'number', min: 1, max: most, inputmode: 'numeric' }));
  const tell = () => {
    const values = inputs.map((input) => Math.min(most, Math.max(1, Math.round(input.valueAsNumber) || 1)));
    changed(values);
  };
  inputs.forEach((input) => input.addEventListener('change', tell));
  const element = make('div', { class: 'sizes' }, ...inputs.map((input, i) => field(labels[i] ?? '', input)));
  /** @param {...number} values */
  const show = (...values) => {
    inputs.forEach((input, i) => {
      if (document.activeElement !== input) input.value = String(values[i] ?? 1);
    });
  };
  /** @param {number} i @param {boolean} hidden */
  const hide = (i, hidden) => element.children[i]?.toggleAttribute('hidden', hidden);
  return { element, show, hide };
}

/**
 * Brush or rectangle.
 * @param {(rectangles: boolean) => void} chosen
 */
export const shapes = (chosen) =>
  choice(t.shape, t.shapes, /** @type {'brush' | 'rectangle'} */ ('brush'), (shape) =>
    chosen(shape === 'rectangle'),
  );

/**
 * A row of things, one of them chosen, and a button for one more.
 * @param {string} label
 * @param {{choose: (index: number) => void, add: () => void, addWords: string}} acts
 */
export function things(label, { choose, add, addWords }) {
  const list = make('div', {
    class: 'picks',
    role: 'group',
    'aria-label': label,
  });
  /**
   * @param {readonly {name: string, words: string, picture: Element}[]} all
   * @param {number} chosen
   * @param {ReadonlySet<number>} faulty
   */
  const show = (all, chosen, faulty) => {
    const focused = [...list.children].indexOf(/** @type {Element} */ (document.activeElement));
    const buttons = all.map(({ name, words, picture }, i) => {
      const one = button('', () => choose(i), {
        'aria-pressed': String(i === chosen),
        'aria-label': faulty.has(i) ? t.withFault(words) : words,
        class: faulty.has(i) ? 'pick faulty' : 'pick',
      });
      one.append(picture, make('span', { 'aria-hidden': 'true' }, name));
      return one;
    });
    list.replaceChildren(...buttons, button(addWords, add, { class: 'add' }));
    if (focused >= 0)
      /** @type {HTMLElement} */ (list.children[Math.min(focused, list.children.length - 1)]).focus();
  };
  const focus = (/** @type {number} */ index) =>
    /** @type {HTMLElement | undefined} */ (list.children[index])?.focus();
  return { element: list, show, focus };
}

/**
 * Cells as a small drawing.
 * @param {readonly (readonly number[])[]} cells
 * @param {string} look  a class
 * @param {import('../../types.js').Grid} [grid]
 */
export function cellsPicture(cells, look, grid = 'squares') {
  const { left, top, right, bottom } = reach(LATTICES[grid], cells);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `${left - 0.1} ${top - 0.1} ${right - left + 0.2} ${bottom - top + 0.2}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('class', look);
  const around = (/** @type {readonly number[]} */ cell) =>
    `M${corners(grid, cell)
      .map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`)
      .join('L')}z`;
  path.setAttribute('d', cells.map(around).join(''));
  svg.append(path);
  return svg;
}

/**
 * A tile as a small drawing: four triangles.
 * @param {readonly number[]} colours  of its edges
 */
export function tilePicture(colours) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 10 10');
  svg.setAttribute('aria-hidden', 'true');
  const corners = ['M0 0H10L5 5z', 'M10 0V10L5 5z', 'M10 10H0L5 5z', 'M0 10V0L5 5z'];
  corners.forEach((d, side) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', hue(colours[side] ?? 0));
    path.setAttribute('d', d);
    svg.append(path);
  });
  return svg;
}

/** The look of a colour, a piece or a block, as drawings have it; -1 is the frame. @param {number} number */
export const hue = (number) => (number < 0 ? 'hue-frame' : `hue-${number % HUES}`);

/**
 * Which neighbours of a cell belong to the same thing.
 * @param {readonly number[]} cell
 * @param {(cell: readonly number[]) => boolean} same
 */
export function joints([x = 0, y = 0, z = 0], same) {
  const around = [
    [x, y - 1, z],
    [x + 1, y, z],
    [x, y + 1, z],
    [x - 1, y, z],
  ];
  return around.map(same);
}

/**
 * Fills a choice anew, unless its options are there already.
 * @param {HTMLSelectElement} control
 * @param {readonly (readonly string[])[]} list  values and words
 * @param {string} value
 */
export function options(control, list, value) {
  const before = [...control.options].map((option) => option.value).join();
  if (before !== list.map(([key]) => key).join()) {
    control.replaceChildren(...list.map(([key, words]) => make('option', { value: key }, words)));
  }
  control.value = value;
}
