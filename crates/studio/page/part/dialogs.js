/** Native dialogs: help, settings, and questions. Focus goes back to where it was when they close; the browser does that. */
import { text } from '../text/en.js';
import { make } from './make.js';
import { change, settings } from './settings.js';

/**
 * Opens a dialog with a title and a button to close it.
 * @param {string} title
 * @param {...(Node | string)} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...content) {
  const close = make('button', { type: 'button', class: 'quiet icon', 'aria-label': text.page.close }, '×');
  const head = make('header', {}, make('h2', { id: 'dialog-title' }, title), close);
  const box = make(
    'dialog',
    { 'aria-labelledby': 'dialog-title' },
    head,
    make('div', { class: 'content' }, ...content),
  );
  close.addEventListener('click', () => box.close());
  box.addEventListener('click', (event) => event.target === box && box.close());
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * @typedef {{title: string, words?: string[], rows: string[][]}} HelpPart
 */

/** The help of a view. @param {string} view */
export function openHelp(view) {
  const help = text.help[/** @type {keyof typeof text.help} */ (view)] ?? text.help.shelf;
  const section = (/** @type {HelpPart} */ { title, words = [], rows }) => {
    const list = rows.length > 0 ? [make('dl', {}, ...rows.flatMap(row))] : [];
    return make('section', {}, make('h3', {}, title), ...words.map((said) => make('p', {}, said)), ...list);
  };
  return dialog(help.title, make('p', {}, help.about), ...help.parts.map(section));
}

/** @param {string[]} row */
function row([keys = '', words = '']) {
  const shown = keys.split(' ').map((key) => make('kbd', {}, key));
  return [make('dt', {}, ...shown), make('dd', {}, words)];
}

/** The settings, each as a row of choices. */
export function openSettings() {
  const now = settings();
  const t = text.settings;
  return dialog(
    t.title,
    choice(t.colours, t.coloursOf, now.colours, (colours) => change({ colours })),
    choice(t.shown, t.shownOf, now.shown, (shown) => change({ shown })),
    tick(t.still, now.still, (still) => change({ still })),
    tick(t.helpful, now.helpful, (helpful) => change({ helpful })),
  );
}

/**
 * @template {string} K
 * @param {string} legend
 * @param {Record<K, string>} options
 * @param {K} chosen
 * @param {(key: K) => void} choose
 */
export function choice(legend, options, chosen, choose) {
  const set = make('fieldset', { class: 'choice' }, make('legend', {}, legend));
  const group = `choice-${legend}`;
  for (const [key, words] of /** @type {[K, string][]} */ (Object.entries(options))) {
    const input = make('input', {
      type: 'radio',
      name: group,
      value: key,
      checked: key === chosen,
    });
    input.addEventListener('change', () => choose(key));
    set.append(make('label', {}, input, make('span', {}, words)));
  }
  return set;
}

/** @param {string} words @param {boolean} on @param {(on: boolean) => void} set */
export function tick(words, on, set) {
  const input = make('input', { type: 'checkbox', checked: on });
  input.addEventListener('change', () => set(input.checked));
  return make('label', { class: 'tick' }, input, make('span', {}, words));
}
