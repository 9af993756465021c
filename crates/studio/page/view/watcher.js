/** The watcher: a search, step by step. */
import { enter, heading } from '../part/room.js';
import { text } from '../text/en.js';
import { layout } from './watcher/layout.js';
import { watchSearch } from './watcher/search.js';
import { watchTray } from './watcher/tray.js';

const t = text.watcher;

/** @type {import('../main.js').Show} */
export async function show(root, link, signal) {
  const opened = await enter(root, link, signal);
  if (!opened) return { title: t.title };
  const page = layout(opened.puzzle, signal);
  root.append(heading(opened, t.title), page.element);
  const watch = opened.family === 'sliding' ? watchTray : watchSearch;
  watch(opened, page, signal);
  return { title: `${t.title}: ${opened.title}` };
}
