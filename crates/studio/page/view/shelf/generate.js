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

/** The form, and what it says. */
function fields() {
  const kind = select(Object.entries(t.kinds), 'tetravex');
  const number = (/** @type {number} */ value, /** @type {number} */ most) =>
    make('input', {
      type: 'number',
      min: 1,
      max: most,
      value,
      inputmode: 'numeric',
    });
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
  const element = make(
    'div',
    { class: 'fields' },
    field(t.kind, kind, 'wide'),
    field(t.width, width),
    field(t.height, height),
    field(t.colours, colours),
    field(t.seed, seed),
    tick(t.unique, false, (on) => (unique = on)),
    tick(t.hard, false, (on) => (hard = on)),
  );
  const wish = () => ({
    kind: kind.value,
    width: width.valueAsNumber || 4,
    height: height.valueAsNumber || 4,
    seed: seed.valueAsNumber || 0,
    unique,
    hard,
    ...(colours.value && { colours: colours.valueAsNumber }),
  });
  return { element, wish };
}
