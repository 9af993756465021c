/**
 * `<mq-editor>`: a text with its faults underlined. The text is a plain `<textarea>`, so that all that a browser knows of
 * writing works; the underlines lie in a copy of it behind.
 */
import { runs, span } from '../core/marks.js';
import { make } from './make.js';

/** @import { Fault } from '../core/marks.js' */

export class Editor extends HTMLElement {
  #area = make('textarea', {
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    wrap: 'off',
  });
  #behind = make('pre', { class: 'behind', 'aria-hidden': 'true' });
  /** @type {readonly Fault[]} */
  #faults = [];

  connectedCallback() {
    this.append(this.#behind, this.#area);
    this.#area.addEventListener('input', () => this.#paint());
    this.#area.addEventListener('scroll', () => this.#follow(), {
      passive: true,
    });
  }

  /** @param {string} words @param {string} describedby */
  label(words, describedby) {
    this.#area.setAttribute('aria-label', words);
    this.#area.setAttribute('aria-describedby', describedby);
  }

  get value() {
    return this.#area.value;
  }

  /** The text, without an event. Where the hand is writing it is left alone. */
  set value(text) {
    if (text === this.#area.value) return;
    this.#area.value = text;
    this.#faults = [];
    this.#paint();
  }

  get writing() {
    return document.activeElement === this.#area;
  }

  /** @param {readonly Fault[]} faults */
  set faults(faults) {
    this.#faults = faults;
    this.#area.setAttribute('aria-invalid', String(faults.length > 0));
    this.#paint();
  }

  /** Puts the caret at a fault. @param {Fault} fault */
  goTo(fault) {
    const { start, end } = span(this.#area.value, fault);
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    const line = this.#area.scrollHeight / Math.max(1, this.#area.value.split('\n').length);
    this.#area.scrollTop = Math.max(0, (fault.line - 3) * line);
  }

  #paint() {
    const pieces = runs(this.#area.value, this.#faults).map(({ text, fault }) =>
      fault < 0 ? text : make('mark', {}, text),
    );
    // The sign at the end keeps a last, empty line as high as the textarea has it.
    this.#behind.replaceChildren(...pieces, '\u200b');
    this.#follow();
  }

  #follow() {
    this.#behind.scrollTop = this.#area.scrollTop;
    this.#behind.scrollLeft = this.#area.scrollLeft;
  }
}

customElements.define('mq-editor', Editor);
