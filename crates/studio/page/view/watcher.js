/** The watcher: a search, step by step. */
import { choice } from '../part/dialogs.js';
import { make } from '../part/make.js';
import { enter, heading } from '../part/room.js';
import { text } from '../text/en.js';
import { layout } from './watcher/layout.js';
import { watchSearch } from './watcher/search.js';
import { watchSolution } from './watcher/tray.js';

const t = text.watcher;
const FILMS = { search: watchSearch, solution: watchSolution };

/** @type {import('../main.js').Show} */
export async function show(root, link, signal) {
  const opened = await enter(root, link, signal);
  if (!opened) return { title: t.title };
  const screen = make('div', {});
  root.append(heading(opened, t.title));
  if (opened.family === 'sliding') root.append(films((film) => watch(film)));
  root.append(screen);
  let shown = new AbortController();
  signal.addEventListener('abort', () => shown.abort());
  /** @param {keyof typeof FILMS} film */
  const watch = (film) => {
    shown.abort();
    shown = new AbortController();
    const page = layout(opened.puzzle, shown.signal);
    screen.replaceChildren(page.element);
    FILMS[film](opened, page, shown.signal);
  };
  watch('search');
  return { title: `${t.title}: ${opened.title}` };
}

/** The search for a tray is long; its end can be watched alone. @param {(film: keyof typeof FILMS) => void} watch */
const films = (watch) => choice(t.films, t.filmsOf, /** @type {keyof typeof FILMS} */ ('search'), watch);
