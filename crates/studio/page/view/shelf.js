/** The shelf: puzzles to choose from, and ways to bring or make one. */
import { failed, shelf } from '../io/api.js';
import { recent } from '../io/store.js';
import { button, make } from '../part/make.js';
import { say } from '../part/say.js';
import { text } from '../text/en.js';
import { askForText, bringFiles, takeDrops } from './shelf/bring.js';
import { families, recentCards } from './shelf/cards.js';
import { askToGenerate } from './shelf/generate.js';

const t = text.shelf;

/** @type {import('../main.js').Show} */
export async function show(root, _link, signal) {
  const { search, narrowing } = searchBox();
  root.append(
    make('div', { class: 'room-head' }, make('h1', {}, t.title), search),
    waysIn(signal),
    make('p', { class: 'drop-here', 'aria-hidden': 'true' }, t.dropHere),
  );
  takeDrops(root, signal);
  const last = recent().slice(0, 6);
  if (last.length > 0) {
    const cards = make('ul', { class: 'cards few' }, ...recentCards(last, signal));
    root.append(make('section', { 'aria-label': t.recent }, make('h2', {}, t.recent), cards));
  }
  const found = await shelf(signal);
  if (failed(found)) throw new Error(found.error.message || text.page.unreachable);
  const { elements, narrow } = families(found.puzzles);
  const none = make('p', { class: 'nothing', hidden: true }, t.nothing);
  root.append(...elements, none);
  narrowing((words) => {
    const count = narrow(words);
    none.hidden = count > 0;
    say(t.found(count));
  });
  return { title: t.title };
}

function searchBox() {
  const input = make('input', {
    type: 'search',
    placeholder: t.search,
    'aria-label': t.search,
  });
  const search = make('search', {}, input);
  const narrowing = (/** @type {(words: string) => void} */ narrow) => {
    input.addEventListener('input', () => narrow(input.value));
    if (input.value) narrow(input.value);
  };
  return { search, narrowing };
}

/** @param {AbortSignal} signal */
function waysIn(signal) {
  const file = make('input', {
    type: 'file',
    multiple: true,
    class: 'unseen',
    tabindex: -1,
    'aria-label': t.file,
  });
  file.addEventListener('change', () => {
    void bringFiles([...(file.files ?? [])], signal);
    file.value = '';
  });
  return make(
    'div',
    { class: 'ways-in' },
    button(t.file, () => file.click()),
    file,
    button(t.paste, () => askForText(signal)),
    button(t.generate.button, () => askToGenerate(signal)),
    make('a', { class: 'button', href: '#workshop?new=tiling' }, t.draw),
    make('p', { class: 'soft' }, t.dropAbout),
  );
}
