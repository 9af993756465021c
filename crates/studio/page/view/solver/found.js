/** The solutions found: a gallery, and one of them at a time. */
import { write } from '../../core/link.js';
import { count } from '../../core/numbers.js';
import { failed, solution, solutionPicture } from '../../io/api.js';
import { dialog } from '../../part/dialogs.js';
import { Gallery } from '../../part/gallery.js';
import { button, make } from '../../part/make.js';
import { askToSave, printDrawing } from '../../part/saving.js';
import { text } from '../../text/en.js';

/** @import { Opened } from '../../io/opened.js' */

const t = text.solver;

/** @param {Opened} opened @param {AbortSignal} signal */
export function foundSolutions(opened, signal) {
  const gallery = new Gallery();
  const title = make('h2', {}, t.solutions);
  const number = make('input', {
    type: 'number',
    min: 1,
    'aria-label': t.goTo,
    placeholder: t.goTo,
    class: 'go-to',
  });
  number.addEventListener('change', () => number.value && gallery.goTo(number.valueAsNumber - 1));
  const head = make('div', { class: 'room-head' }, title, number);
  const element = make('section', { class: 'kept', 'aria-label': t.solutions, hidden: true }, head, gallery);
  return {
    element,
    /** @param {string} run */
    begin(run) {
      element.hidden = true;
      const source = {
        picture: (/** @type {number} */ index) => solutionPicture(run, index + 1),
        label: (/** @type {number} */ index) => t.solution(count(index + 1)),
        open: (/** @type {number} */ index) => void openOne(opened, run, index, gallery.count, signal),
      };
      gallery.show(source, t.solutions);
    },
    /** @param {number} total */
    grow(total) {
      element.hidden = total === 0;
      number.max = String(total);
      number.hidden = total < 30;
      gallery.count = total;
    },
  };
}

/**
 * One solution, large, with what can be done with it.
 * @param {Opened} opened
 * @param {string} run
 * @param {number} index
 * @param {number} total
 * @param {AbortSignal} signal
 */
async function openOne(opened, run, index, total, signal) {
  const one = await solution(run, index + 1, signal);
  if (failed(one)) return dialog(t.solution(count(index + 1)), one.error.message);
  const { puzzle } = opened;
  const step = (/** @type {number} */ by, /** @type {string} */ words) =>
    button(words, () => go(index + by), {
      disabled: index + by < 0 || index + by >= total,
    });
  const go = (/** @type {number} */ next) => {
    box.close();
    void openOne(opened, run, next, total, signal);
  };
  const toTable = async () => {
    const where = opened.name ? { name: opened.name } : { kept: opened.id };
    const hash = await write({
      view: 'table',
      ...where,
      moves: one.moves,
    });
    box.close();
    location.hash = hash;
  };
  const name = `${opened.name ?? 'puzzle'}-${index + 1}`;
  const acts = make(
    'div',
    { class: 'buttons' },
    button(t.toTable, toTable, { class: 'main' }),
    button(t.save, () => void askToSave({ puzzle, solution: one.solution, name }, signal)),
    button(t.print, () => void printDrawing({ puzzle, solution: one.solution })),
    step(-1, t.previous),
    step(1, t.next),
  );
  const picture = make('img', {
    class: 'drawing large',
    src: solutionPicture(run, index + 1),
    alt: t.solution(count(index + 1)),
  });
  const box = dialog(t.solutionOf(count(index + 1), count(total)), picture, acts);
  signal.addEventListener('abort', () => box.close());
}
