/** Reads the hash, shows one view, and says in words what nobody caught. */
import { read } from './core/link.js';
import { openHelp, openSettings } from './part/dialogs.js';
import { say } from './part/say.js';
import { applySettings } from './part/settings.js';
import { text } from './text/en.js';

/**
 * A view fills the element that it is given; its signal aborts when the page goes elsewhere.
 * @typedef {(root: HTMLElement, link: import('./core/link.js').Link, signal: AbortSignal) => Promise<{title: string}>} Show
 */

/** The views in the order of the navigation; each is loaded when it is first shown. */
export const views = {
  shelf: () => import('./view/shelf.js'),
  table: () => import('./view/table.js'),
  solver: () => import('./view/solver.js'),
  watcher: () => import('./view/watcher.js'),
  workshop: () => import('./view/workshop.js'),
};

/** @typedef {keyof typeof views} ViewName */

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const note = /** @type {HTMLElement} */ (document.querySelector('p.note'));
let shown = new AbortController();

/** @param {string} name @returns {name is ViewName} */
const isView = (name) => Object.hasOwn(views, name);

/** Shows the view that the hash asks for. */
async function route() {
  shown.abort();
  const mine = (shown = new AbortController());
  note.hidden = true;
  const link = await read(location.hash);
  const name = isView(link.view) ? link.view : 'shelf';
  markCurrent(name);
  try {
    const { show } = await views[name]();
    if (mine.signal.aborted) return;
    const root = document.createElement('div');
    root.className = `view ${name}`;
    main.replaceChildren(root);
    main.dataset['view'] = name;
    const { title } = await show(root, link, mine.signal);
    if (!mine.signal.aborted) document.title = `${title} · Marquetry Studio`;
  } catch (error) {
    if (!mine.signal.aborted) tell(error);
  }
}

/** @param {ViewName} current */
function markCurrent(current) {
  for (const a of document.querySelectorAll('nav a')) {
    if (a.getAttribute('data-view') === current) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  }
}

/** Says what went wrong where everyone can see it. @param {unknown} error */
function tell(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  note.textContent = text.page.wentWrong(error instanceof Error ? error.message : String(error));
  note.hidden = false;
  say(note.textContent);
}

function navigation() {
  const list = /** @type {HTMLElement} */ (document.querySelector('ul.views'));
  for (const name of Object.keys(views)) {
    const a = document.createElement('a');
    a.href = `#${name}`;
    a.dataset['view'] = name;
    a.textContent = text.page.views[/** @type {ViewName} */ (name)];
    const item = document.createElement('li');
    item.append(a);
    list.append(item);
  }
  button('settings', '⚙', text.page.settings, openSettings);
  button('help', '?', text.page.help, () => openHelp(main.dataset['view'] ?? 'shelf'));
}

/** @param {string} name @param {string} sign @param {string} label @param {() => void} act */
function button(name, sign, label, act) {
  const found = /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${name}"]`));
  found.textContent = sign;
  found.setAttribute('aria-label', label);
  found.title = label;
  found.addEventListener('click', act);
}

/** The hash says what is shown, so this link may not change it. */
function skipLink() {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
}

applySettings();
navigation();
skipLink();
addEventListener('hashchange', route);
addEventListener('error', (event) => tell(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => tell(event.reason));
route();
