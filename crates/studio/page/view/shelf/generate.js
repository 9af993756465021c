/** A puzzle made from a seed. */
import { write } from '../../core/link.js';
import { failed, stop } from '../../io/api.js';
import { asOpened } from '../../io/opened.js';
import { start } from '../../io/running.js';
import { dialog, tick } from '../../part/dialogs.js';
import { button, field, make, select } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

const t = text.shelf.generate;

/** Seeds that are tried for a puzzle that is hard or has one solution. */
const SECONDS = 60;

/** Kinds without colours. */
const TRAYS = ['sliding', 'rush-hour'];

/** The sizes that some kinds usually have. @type {Record<string, [string, string]>} */
const SIZES = { tiling: ['6', '6'], sliding: ['4', '5'], 'rush-hour': ['6', '6'] };

/** Asks what to make, makes it, and goes to the table with it. @param {AbortSignal} signal */
export function askToGenerate(signal) {
  const form = fields();
  const told = make('p', { class: 'soft', role: 'status' });
  const making = new AbortController();
  const go = button(t.go, () => void begin(), { class: 'main' });
  const box = dialog(
    t.title,
    make('p', {}, t.about),
    form.element,
    told,
    make('div', { class: 'buttons' }, go),
  );
  box.addEventListener('close', () => making.abort());
  signal.addEventListener('abort', () => box.close());

  const done = (/** @type {string} */ words) => {
    told.textContent = words;
    go.disabled = false;
  };
  async function begin() {
    go.disabled = true;
    told.textContent = t.making;
    const wish = {
      kind: /** @type {const} */ ('generate'),
      generate: form.wish(),
      limits: { seconds: SECONDS },
    };
    const begun = await start(wish, hear, making.signal);
    if (failed(begun)) return done(begun.error.message);
    making.signal.addEventListener('abort', () => void stop(begun.run));
  }
  /** @param {string} name @param {any} data */
  async function hear(name, data) {
    if (name === 'made') {
      const hash = await write({ view: 'table', kept: asOpened(data).id });
      say(t.made(data.title));
      box.close();
      location.hash = hash;
    } else if (name === 'failed') {
      done(data.message);
    } else if (name === 'progress') {
      told.textContent = t.tried(data.tries ?? 0);
    } else if (name === 'end') {
      done(t.none);
    }
  }
}

/** @param {number} value @param {number} most */
const number = (value, most) =>
  make('input', { type: 'number', min: 1, max: most, value, inputmode: 'numeric' });

/** The form, and what it says. */
function fields() {
  const kind = select(Object.entries(t.kinds), 'tetravex');
  const [width, height] = [number(4, 16), number(4, 16)];
  const colours = make('input', {
    type: 'number',
    min: 1,
    max: 60,
    placeholder: t.usual,
  });
  const seed = make('input', {
    type: 'number',
    min: 0,
    value: 1 + Math.floor(Math.random() * 99_999),
  });
  let [unique, hard] = [false, false];
  // Blocks have no colours, and there are many ways to the goal.
  const notOfTrays = [field(t.colours, colours), tick(t.unique, false, (on) => (unique = on))];
  const ofTrays = () => TRAYS.includes(kind.value);
  kind.addEventListener('change', () => {
    for (const one of notOfTrays) one.hidden = ofTrays();
    const size = SIZES[kind.value];
    if (size) [width.value, height.value] = size;
  });
  const element = make(
    'div',
    { class: 'fields' },
    field(t.kind, kind, 'wide'),
    field(t.width, width),
    field(t.height, height),
    field(t.seed, seed),
    ...notOfTrays,
    tick(t.hard, false, (on) => (hard = on)),
  );
  const wish = () => ({
    kind: kind.value,
    width: width.valueAsNumber || 4,
    height: height.valueAsNumber || 4,
    seed: seed.valueAsNumber || 0,
    unique: unique && !ofTrays(),
    hard,
    ...(colours.value && !ofTrays() && { colours: colours.valueAsNumber }),
  });
  return { element, wish };
}
