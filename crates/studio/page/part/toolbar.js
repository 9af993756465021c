/** Rows of buttons. A row is one tab stop; arrows lead from button to button. */
import { make } from './make.js';
import { sign } from './signs.js';

/**
 * @typedef {object} Tool
 * @property {string} name Also the name of its sign.
 * @property {string} words What it does: its name for all who cannot see the sign.
 * @property {string} [short] What stands on it beside the sign.
 * @property {string} [keys] As in aria-keyshortcuts.
 * @property {(event: MouseEvent) => void} act
 */

export class Toolbar {
  element;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {string} label @param {readonly Tool[]} tools */
  constructor(label, tools) {
    this.element = make('div', { role: 'toolbar', 'aria-label': label, class: 'toolbar' });
    for (const tool of tools) this.element.append(this.#button(tool));
    this.#stop(this.#all()[0]);
    this.element.addEventListener('keydown', (event) => this.#lead(event));
    this.element.addEventListener('focusin', (event) => this.#stop(event.target));
  }

  /** @param {Tool} tool */
  #button({ name, words, short, keys, act }) {
    const button = make(
      'button',
      { type: 'button', 'data-do': name, title: words, tabindex: '-1' },
      sign(name),
    );
    if (short) button.append(make('span', {}, short));
    else button.setAttribute('aria-label', words);
    if (keys) button.setAttribute('aria-keyshortcuts', keys);
    button.addEventListener('click', (event) => {
      if (button.getAttribute('aria-disabled') !== 'true') act(event);
    });
    this.#buttons.set(name, button);
    return button;
  }

  #all() {
    return [...this.#buttons.values()].filter((button) => !button.hidden);
  }

  /** @param {EventTarget | null | undefined} button */
  #stop(button) {
    for (const each of this.#buttons.values()) each.tabIndex = each === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #lead(event) {
    const all = this.#all();
    const at = all.findIndex((button) => button === document.activeElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : by === 0 ? -1 : at + by;
    const button = all[(next + all.length) % all.length];
    if (at < 0 || (by === 0 && event.key !== 'Home' && event.key !== 'End') || !button) return;
    event.preventDefault();
    button.focus();
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.#buttons.get(name));
  }

  /** A tool that cannot be used now stays where it is and can say why. @param {string} name @param {boolean} on @param {string} [why] */
  enable(name, on, why) {
    const button = this.button(name);
    if (on) button.removeAttribute('aria-disabled');
    else button.setAttribute('aria-disabled', 'true');
    if (why !== undefined) button.title = why;
  }

  /** @param {string} name @param {boolean} on */
  press(name, on) {
    this.button(name).setAttribute('aria-pressed', String(on));
  }

  /** @param {string} name @param {boolean} on */
  see(name, on) {
    this.button(name).hidden = !on;
    if (!this.#all().some((button) => button.tabIndex === 0)) this.#stop(this.#all()[0]);
  }
}
