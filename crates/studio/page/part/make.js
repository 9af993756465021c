/**
 * Elements in one call. Text goes in as text, never as markup.
 *
 * @typedef {string | number | Node | null | undefined | false} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]  `on` + event is a listener, true and false are attributes without value, and
 *   properties that exist are set as such
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.filter(isChild).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** @param {Child} child @returns {child is string | number | Node} */
const isChild = (child) => child !== null && child !== undefined && child !== false;

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (value === undefined || value === null) return;
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === 'class') {
    element.className = String(value);
  } else if (name === 'value' || name === 'checked' || name === 'htmlFor') {
    Reflect.set(element, name, value);
  } else if (typeof value === 'boolean' && !name.startsWith('aria-')) {
    element.toggleAttribute(name, value);
  } else {
    element.setAttribute(name, String(value));
  }
}

/**
 * A button with words.
 *
 * @param {string} words
 * @param {() => unknown} act
 * @param {Record<string, unknown>} [props]
 */
export const button = (words, act, props = {}) =>
  make('button', { type: 'button', onclick: act, ...props }, words);

/**
 * Says whether a button does anything now. One that does nothing keeps the focus, which a disabled one would lose.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} does
 */
export const enable = (button, does) => button.setAttribute('aria-disabled', String(!does));

/**
 * A control with its label above it.
 *
 * @param {string} words
 * @param {HTMLElement} control
 * @param {string} [kind]  a class for the pair
 */
export const field = (words, control, kind = '') =>
  make('label', { class: `field ${kind}`.trim() }, make('span', {}, words), control);

/**
 * A choice of several.
 *
 * @param {readonly (readonly [value: string, words: string])[]} options
 * @param {string} value
 * @param {Record<string, unknown>} [props]
 */
export function select(options, value, props = {}) {
  const list = options.map(([key, words]) => make('option', { value: key }, words));
  const chosen = make('select', props, ...list);
  chosen.value = value;
  return chosen;
}
