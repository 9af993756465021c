/** Saving a puzzle or a solution: as a picture or in any format. */
import { draw, drawFile, failed, formats, write } from '../io/api.js';
import { save } from '../io/files.js';
import { text } from '../text/en.js';
import { dialog } from './dialogs.js';
import { button, make } from './make.js';
import { say } from './say.js';

/** @import * as wire from '../types.js' */

/**
 * @typedef {object} Saved
 * @property {wire.Puzzle} puzzle
 * @property {wire.Solution} [solution]
 * @property {string} name  of the file, without its end
 */

const t = text.saving;

/** Asks how to save something. @param {Saved} what @param {AbortSignal} signal */
export async function askToSave(what, signal) {
  const told = make('p', { class: 'told', role: 'status' });
  const done = (/** @type {string} */ words) => {
    told.textContent = words;
    say(words);
  };
  const texts = make('div', { class: 'choices' });
  const box = dialog(
    t.title,
    make('h3', {}, t.pictures),
    pictures(what, done),
    make('h3', {}, t.formats),
    texts,
    told,
  );
  signal.addEventListener('abort', () => box.close());
  const known = await formats(signal);
  if (failed(known)) return done(known.error.message);
  const { family } = what.puzzle;
  const fit = known.write.filter(
    (format) => format.families.includes(family) && (!what.solution || format.solutions),
  );
  texts.append(
    ...fit.map(({ name, words }) => button(name, () => void file(what, name, done), { title: words })),
  );
}

/**
 * @param {Saved} what
 * @param {(words: string) => void} done
 */
function pictures(what, done) {
  const kinds = /** @type {wire.DrawRequest['as'][]} */ (['svg', 'png', 'pdf', 'txt']);
  if (what.puzzle.family === 'sliding' && what.solution) kinds.push('gif', 'moving');
  const one = (/** @type {wire.DrawRequest['as']} */ as) =>
    button(t.kinds[as] ?? as, () => void image(what, as, done));
  return make('div', { class: 'choices' }, ...kinds.map(one));
}

/**
 * @param {Saved} what
 * @param {wire.DrawRequest['as']} as
 * @param {(words: string) => void} done
 */
async function image({ puzzle, solution, name }, as, done) {
  const drawn = await drawFile({ puzzle, as, ...(solution && { solution }) });
  if (failed(drawn)) return done(drawn.error.message);
  const end = as === 'moving' ? 'svg' : as;
  save(drawn, `${name}.${end}`);
  done(t.saved(`${name}.${end}`));
}

/**
 * @param {Saved} what
 * @param {string} to
 * @param {(words: string) => void} done
 */
async function file({ puzzle, solution }, to, done) {
  const written = await write({ puzzle, to, ...(solution && { solution }) });
  if (failed(written)) return done(written.error.message);
  if ('unwritable' in written) return done(written.unwritable);
  save(new Blob([written.text]), written.name);
  if (written.goal !== undefined) save(new Blob([written.goal]), `${written.name}.goal`);
  done([t.saved(written.name), ...written.left_out].join(' '));
}

/** Prints a puzzle or a solution alone. @param {Omit<wire.DrawRequest, 'as'>} what */
export async function printDrawing(what) {
  const svg = await draw({ ...what, as: 'svg' });
  if (failed(svg)) return say(svg.error.message);
  const image = make('img', {
    src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    alt: '',
  });
  const sheet = make('div', { class: 'print-sheet' }, image);
  document.body.append(sheet);
  await image.decode().catch(() => {});
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
