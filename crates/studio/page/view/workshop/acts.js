/** What can be done with a puzzle that was made: play, solve, watch, save, share, print. */
import { LONGEST, write } from '../../core/link.js';
import { asOpened } from '../../io/opened.js';
import { button, make } from '../../part/make.js';
import { askToSave, printDrawing } from '../../part/saving.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

const t = text.workshop;

export class Acts {
  /** What is done is done with the puzzle that lies on the desk when the server has looked at it. */
  #made = /** @type {PromiseWithResolvers<wire.Read | null>} */ (Promise.withResolvers());
  #known = false;
  #told = make('p', { class: 'soft', role: 'status' });
  #link = make('input', { type: 'text', readonly: true, hidden: true, 'aria-label': t.link });
  #buttons;
  element;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    const act = (/** @type {string} */ words, /** @type {(made: wire.Read) => unknown} */ does, props = {}) =>
      button(words, () => void this.#made.promise.then((made) => made && does(made)), props);
    this.#buttons = [
      act(t.play, (made) => go(made, 'table'), { class: 'main' }),
      act(t.solve, (made) => go(made, 'solver')),
      act(t.watch, (made) => go(made, 'watcher')),
      act(t.save, ({ puzzle, title }) => askToSave({ puzzle, name: fileName(title) }, signal)),
      act(t.share, (made) => this.#share(made)),
      act(t.print, ({ puzzle }) => printDrawing({ puzzle })),
    ];
    this.element = make(
      'div',
      { class: 'acts' },
      make('div', { class: 'buttons' }, ...this.#buttons),
      this.#link,
      this.#told,
    );
    this.show(null);
  }

  /** Another puzzle is on its way. */
  wait() {
    if (this.#known) this.#made = Promise.withResolvers();
    this.#known = false;
  }

  /** @param {wire.Read | null} made */
  show(made) {
    this.wait();
    this.#made.resolve(made);
    this.#known = true;
    this.#link.hidden = true;
    this.#told.textContent = '';
    for (const one of this.#buttons) one.disabled = made === null;
  }

  /** @param {wire.Read} made */
  async #share({ native }) {
    const hash = await write({ view: 'table', text: native });
    if (hash.length > LONGEST) return this.#tell(t.tooLong);
    this.#link.value = new URL(hash, location.href).href;
    this.#link.hidden = false;
    this.#link.select();
    const copied = await navigator.clipboard.writeText(this.#link.value).then(
      () => true,
      () => false,
    );
    this.#tell(copied ? t.copied : t.copyIt);
  }

  /** @param {string} words */
  #tell(words) {
    this.#told.textContent = words;
    say(words);
  }
}

/** @param {wire.Read} made @param {string} view */
async function go(made, view) {
  location.hash = await write({ view, kept: asOpened(made).id });
}

/** A title as the name of a file. @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'puzzle';
