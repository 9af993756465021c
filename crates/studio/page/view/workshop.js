/** The workshop: a puzzle is written or drawn, and what is known of it stands beside it. */
import { blankMatching } from '../core/edit/matching.js';
import { blankSliding } from '../core/edit/sliding.js';
import { blankTiling } from '../core/edit/tiling.js';
import { open } from '../io/opened.js';
import { recent } from '../io/store.js';
import { choice } from '../part/dialogs.js';
import { Editor } from '../part/editor.js';
import { faultList } from '../part/faults.js';
import { button, enable, make, select } from '../part/make.js';
import { text } from '../text/en.js';
import { Beside, SAID } from './workshop/beside.js';
import { Desk, draft } from './workshop/desk.js';
import { benches } from './workshop/hands.js';

/** @import * as wire from '../types.js' */
/** @import { Link } from '../core/link.js' */

const t = text.workshop;

/** A first board of each family. @type {Record<string, () => wire.Puzzle>} */
const BLANKS = {
  tiling: () => blankTiling(6, 4),
  matching: () => blankMatching(3, 3),
  sliding: () => blankSliding(5, 4),
};

/** @type {import('../main.js').Show} */
export async function show(root, link, signal) {
  const beside = new Beside(() => desk.puzzle, signal);
  const hands = benches((puzzle) => desk.painted(puzzle));
  const editor = new Editor();
  const sides = tabs(editor, hands.element);
  const desk = new Desk(
    {
      text: (words) => (editor.value = words),
      puzzle: (puzzle) => {
        hands.show(puzzle);
        beside.forget();
        history.show();
      },
      read: (found) => {
        editor.faults = [];
        hands.fault([]);
        beside.read(found);
      },
      unread: ({ faults }, by) => {
        editor.faults = by === 'text' ? faults : [];
        hands.fault(by === 'hand' ? faults : []);
        const goTo = (/** @type {wire.Fault} */ fault) => {
          sides.choose(by);
          (by === 'text' ? editor : hands).goTo(fault);
        };
        if (by === 'text') beside.unread(t.faults(faults.length), faultList(faults, goTo));
        else beside.unread(t.notYet, faultList(faults, goTo, hands.place));
      },
      trouble: (words) => beside.trouble(words),
    },
    signal,
  );
  const history = undoing(desk, signal);
  editor.addEventListener('input', () => {
    beside.forget();
    desk.typed(editor.value);
  });
  editor.label(t.text, SAID);
  root.append(
    head(beginWith(desk), history.element),
    make('div', { class: 'two' }, sides.element, beside.element),
  );
  await lay(desk, link, sides.choose, signal);
  return { title: t.title };
}

/** @param {...HTMLElement} tools */
const head = (...tools) => make('header', { class: 'room-head' }, make('h1', {}, t.title), ...tools);

/**
 * Lays the puzzle of the link on the desk, or what lay there last, or the puzzle opened last.
 * @param {Desk} desk
 * @param {Link} link
 * @param {(side: 'text' | 'hand') => void} choose
 * @param {AbortSignal} signal
 */
async function lay(desk, link, choose, signal) {
  const blank = BLANKS[link.more['new'] ?? ''];
  const asked = link.name || link.text || link.kept || link.opened;
  const before = asked || blank ? null : draft();
  const byHand = (/** @type {wire.Puzzle} */ puzzle) => {
    choose('hand');
    desk.painted(puzzle);
  };
  if (blank) return byHand(blank());
  if (before?.by === 'hand' && before.puzzle) return byHand(before.puzzle);
  // A text that cannot be read is laid on the desk as it is: here it is mended.
  const words = link.text ?? before?.text;
  if (words) return desk.put(words);
  const found = await open(link, signal);
  if (found && 'native' in found) desk.put(found.native);
  else byHand(blankTiling(6, 4));
}

/** Text on one side, hands on the other. @param {HTMLElement} editor @param {HTMLElement} hand */
function tabs(editor, hand) {
  const choose = (/** @type {'text' | 'hand'} */ side) => {
    editor.hidden = side !== 'text';
    hand.hidden = side !== 'hand';
    const input = bar.querySelector(`input[value="${side}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  };
  const bar = choice(t.sides, t.sidesOf, /** @type {'text' | 'hand'} */ ('text'), choose);
  bar.classList.add('tabs');
  choose('text');
  return { element: make('div', { class: 'sides' }, bar, editor, hand), choose };
}

/**
 * @param {Desk} desk
 * @param {AbortSignal} signal
 */
function undoing(desk, signal) {
  const back = button(t.undo, () => desk.undo());
  const again = button(t.redo, () => desk.redo());
  const hear = (/** @type {KeyboardEvent} */ event) => {
    const writing = event.target instanceof Element && event.target.closest('textarea, input[type="text"]');
    if (!(event.ctrlKey || event.metaKey) || writing) return;
    const sign = event.key.toLowerCase();
    if (sign === 'z' && !event.shiftKey) desk.undo();
    else if (sign === 'y' || (sign === 'z' && event.shiftKey)) desk.redo();
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', hear, { signal });
  const show = () => {
    enable(back, desk.canUndo);
    enable(again, desk.canRedo);
  };
  show();
  return { element: make('div', { class: 'buttons' }, back, again), show };
}

/** A blank board, or the puzzle opened last. @param {Desk} desk */
function beginWith(desk) {
  const last = recent()[0];
  const list = /** @type {[string, string][]} */ ([['', t.beginWith], ...Object.entries(t.blanks)]);
  if (last) list.push(['last', t.lastOpened(last.title || text.rooms.untitled)]);
  const chosen = select(list, '', { 'aria-label': t.beginWith });
  chosen.addEventListener('change', () => {
    const blank = BLANKS[chosen.value];
    if (chosen.value === 'last' && last) desk.put(last.native);
    else if (blank) desk.painted(blank());
    chosen.value = '';
  });
  return chosen;
}
