/** Puzzles that people bring: a file, a text, a link. */
import { write } from '../../core/link.js';
import { failed, read } from '../../io/api.js';
import { base64, bytesOf } from '../../io/files.js';
import { asOpened } from '../../io/opened.js';
import { dialog } from '../../part/dialogs.js';
import { faultList } from '../../part/faults.js';
import { button, field, make } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

/** A link to a view of this page, wherever the page lies. */
const OWN = /#(?:shelf|table|solver|watcher|workshop)\?\S+$/;

/**
 * Reads what was brought and goes to the table with it, or shows what is wrong with it.
 * @param {wire.ReadRequest} told
 * @param {AbortSignal} signal
 */
export async function bring(told, signal) {
  const own = told.text?.trim().match(OWN);
  if (own) {
    location.hash = own[0];
    return;
  }
  const found = await read(told, signal);
  if (failed(found)) {
    if (found.error.code !== 'aborted') trouble(text.shelf.unreadable, make('p', {}, found.error.message));
  } else if ('faults' in found) {
    unread(told, found, signal);
  } else if ((found.known?.puzzles ?? 1) > 1 && told.problem === undefined) {
    whichOf(told, found.known?.puzzles ?? 1, signal);
  } else {
    location.hash = await write({ view: 'table', kept: asOpened(found).id });
  }
}

/**
 * A file may hold several puzzles.
 * @param {wire.ReadRequest} told
 * @param {number} puzzles
 * @param {AbortSignal} signal
 */
function whichOf(told, puzzles, signal) {
  const number = make('input', { type: 'number', min: 1, max: puzzles, value: 1 });
  const open = () => {
    box.close();
    void bring({ ...told, problem: Math.min(puzzles, Math.max(1, number.valueAsNumber || 1)) }, signal);
  };
  const go = make('div', { class: 'buttons' }, button(text.shelf.open, open, { class: 'main' }));
  const box = dialog(text.shelf.several(puzzles), field(text.shelf.whichOne, number), go);
}

/**
 * A file, or a tray with the file of its goal.
 * @param {readonly File[]} files
 * @param {AbortSignal} signal
 */
export async function bringFiles(files, signal) {
  const goal = files.length === 2 ? files.find(({ name }) => /goal/i.test(name)) : undefined;
  const file = files.find((one) => one !== goal);
  if (!file) return;
  const second = goal ? { goal: await goal.text() } : {};
  await bring({ base64: await base64(file), name: file.name, ...second }, signal);
}

/**
 * @param {string} title
 * @param {...Node} content
 */
function trouble(title, ...content) {
  say(title);
  return dialog(title, ...content);
}

/**
 * What is wrong with a text, and what it might be meant as.
 * @param {wire.ReadRequest} told
 * @param {wire.Unread} found
 * @param {AbortSignal} signal
 */
function unread(told, { faults, candidates }, signal) {
  const choices = candidates.map(({ words, from, order }) =>
    button(words, () => {
      box.close();
      void bring({ ...told, from, ...(order && { order }) }, signal);
    }),
  );
  const mend = button(text.shelf.mend, async () => {
    const words = told.text ?? new TextDecoder().decode(bytesOf(told.base64 ?? ''));
    const hash = await write({ view: 'workshop', text: words });
    box.close();
    location.hash = hash;
  });
  const asked = candidates.length > 0;
  const box = trouble(
    asked ? text.shelf.which : text.shelf.unreadable,
    ...(asked ? [make('p', {}, text.shelf.whichAbout), make('div', { class: 'stack' }, ...choices)] : []),
    ...(faults.length ? [faultList(faults)] : []),
    make('div', { class: 'buttons' }, mend),
  );
}

/** Asks for a text or a link. @param {AbortSignal} signal */
export function askForText(signal) {
  const area = make('textarea', {
    rows: 10,
    'aria-label': text.shelf.pasteLabel,
    spellcheck: 'false',
  });
  const open = button(
    text.shelf.open,
    () => {
      box.close();
      void bring({ text: area.value }, signal);
    },
    { class: 'main' },
  );
  const box = dialog(
    text.shelf.pasteTitle,
    make('p', {}, text.shelf.pasteAbout),
    area,
    make('div', { class: 'buttons' }, open),
  );
  area.focus();
}

/**
 * Lets files be dropped anywhere on the page and texts be pasted into it.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function takeDrops(root, signal) {
  const over = (/** @type {boolean} */ is) => root.toggleAttribute('data-over', is);
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
    document.addEventListener(name, act, { signal });
  on('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  on('dragleave', (event) => event.relatedTarget === null && over(false));
  on('drop', (event) => {
    event.preventDefault();
    over(false);
    const files = [...event.dataTransfer.files];
    const words = event.dataTransfer.getData('text/plain');
    if (files.length > 0) void bringFiles(files, signal);
    else if (words) void bring({ text: words }, signal);
  });
  on('paste', (event) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, dialog')) return;
    const files = [...event.clipboardData.files];
    const words = event.clipboardData.getData('text/plain');
    if (files.length > 0) void bringFiles(files, signal);
    else if (words) void bring({ text: words }, signal);
  });
}
