/** The keyboard on the table. */
import { held, keys } from '../../board/keys.js';
import { lead } from '../../core/roving.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import { Table } from '../table.js' */

const t = text.table;

/** @param {Table} table */
export function keyboard(table) {
  const { board, parts, signal } = table;
  keys(board, acts(table), signal);
  if (parts.tray) keys(parts.tray.element, trayActs(table), signal);
  afar(table);
  steps(table);
}

/** While something is held by the mouse, focus may be anywhere: keys about what is held work all the same. @param {Table} table */
function afar(table) {
  const all = acts(table);
  const nothing = () => false;
  const few = { ...all, lead: nothing, act: nothing, tray: nothing, ask: nothing, call: nothing };
  const elsewhere = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Node ? event.target : null;
    const near = table.board.contains(target) || table.parts.tray?.element.contains(target);
    return table.hand.held !== null && !near && !document.querySelector('dialog');
  };
  keys(document.body, few, table.signal, elsewhere);
}

/** @param {Table} table @returns {import('../../board/keys.js').Acts} */
function acts(table) {
  const { board, hand } = table;
  return {
    lead: (event) => (hand.held ? carry(table, event) : rove(table, event)),
    act() {
      if (hand.held) void table.put();
      else table.take(board.cells.cursor);
      return true;
    },
    back: () => table.back(),
    remove: () => (void table.remove(board.cells.cursor), true),
    turn: (axis) => table.turn(axis, board.cells.cursor),
    tray: () => table.parts.tray?.focus() ?? false,
    ask: (what) => (answer(table, what), true),
    call: (name) => call(table, name),
  };
}

/** In the tray, letters turn the piece that has focus. @param {Table} table @returns {import('../../board/keys.js').Acts} */
function trayActs(table) {
  const board = acts(table);
  return {
    ...board,
    lead: () => false,
    act: () => false,
    turn: (axis) => (table.hand.held ? board.turn(axis) : turnInTray(table, axis)),
    tray: () => (table.board.cells.focus(), true),
    remove: () => false,
  };
}

/** @param {Table} table @param {import('../../types.js').Axis} axis */
function turnInTray(table, axis) {
  const target = document.activeElement;
  const index = target instanceof HTMLElement ? Number(target.dataset['thing'] ?? -1) : -1;
  const { tray } = table.parts;
  const lying = tray && table.family.fromTray(table.setup, table.view, index, tray.orientation(index));
  if (!tray || !lying) return false;
  const turned = table.family.turn(table.setup, lying, axis);
  if (typeof turned === 'string') table.say(turned === 'same' ? t.sameTurn : t.noTurn);
  else {
    tray.turn(index, turned.orientation);
    say(t.turned);
  }
  return true;
}

/** Moves the cursor. @param {Table} table @param {KeyboardEvent} event */
function rove(table, event) {
  const { cells } = table.board;
  const next = lead(cells.field, cells.cursor, event);
  if (next) cells.focus(next);
  return next !== null;
}

/** Moves what is held, and the cursor with it. @param {Table} table @param {KeyboardEvent} event */
function carry(table, event) {
  const { hand, board } = table;
  const next = hand.lead(event);
  if (next) {
    board.cells.focus(next);
    if (hand.spots.size > 0 && table.family.tray) say(hand.fits(next) ? t.fits : t.fitsNot);
  } else if (!table.family.tray) say(t.blocked);
  return true;
}

/** What blind players ask for. @param {Table} table @param {'where' | 'last' | 'ways' | 'missing'} what */
function answer(table, what) {
  const { view, board, hand } = table;
  const here = view.labels[board.cells.cursor.join(',')] ?? '';
  const fits = [...hand.spots].filter(([, how]) => how === 'fits').map(([cell]) => cell);
  const words = {
    where: here,
    last: table.lastSaid ? t.lastMove(table.lastSaid) : t.noMoves,
    ways: hand.held
      ? [
          t.places(fits.length, hand.spots.size - fits.length),
          ...fits.slice(0, 5).map((c) => place(view.labels[c])),
        ].join('; ')
      : here,
    missing: view.score,
  };
  table.say(words[what]);
}

/** The first words of a label: where it is. @param {string | undefined} label */
const place = (label) => label?.split(':')[0] ?? '';

/** @param {Table} table @param {'mark' | 'toMark' | 'hint' | 'larger' | 'smaller' | 'fit' | 'help'} name */
function call(table, name) {
  const { zoom } = table.parts;
  if (name === 'mark') table.mark();
  else if (name === 'toMark') void table.toMark();
  else if (name === 'hint') void table.advice.hint();
  else if (name === 'help') table.parts.help();
  else zoom.by({ larger: 1.25, smaller: 0.8, fit: 0 }[name]);
  return true;
}

/** Undo and redo: everywhere on the table, and as long as they are held. @param {Table} table */
function steps(table) {
  const { signal, parts } = table;
  const undo = held(() => void table.step('undo'));
  const redo = held(() => void table.step('redo'));
  const end = () => (undo.end(), redo.end());
  addEventListener(
    'keydown',
    (event) => {
      const way = stepKey(event, table);
      if (!way) return;
      event.preventDefault();
      // A key that is held is pressed again by the system, as fast as people have it: a clock of our own would take a slow
      // machine's late release for a held key.
      void table.step(way);
    },
    { signal },
  );
  addEventListener('blur', end, { signal });
  addEventListener('pointerup', end, { signal });
  signal.addEventListener('abort', end);
  holdButton(parts.steppers.undo, undo, signal);
  holdButton(parts.steppers.redo, redo, signal);
}

/** A button that goes on while it is pressed: its first step is the click's. @param {HTMLElement} button @param {{begin: () => void, end: () => void}} step @param {AbortSignal} signal */
function holdButton(button, step, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => {
    clearTimeout(timer);
    step.end();
  };
  button.addEventListener('pointerdown', () => (timer = setTimeout(step.begin, 400)), { signal });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave'])
    button.addEventListener(name, stop, { signal });
}

/** @param {KeyboardEvent} event @param {Table} table @returns {'undo' | 'redo' | null} */
function stepKey(event, table) {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog')) return null;
  const ctrl = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (ctrl && letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (ctrl && letter === 'y') return 'redo';
  const near = target && (table.board.contains(target) || table.parts.tray?.element.contains(target));
  if (!near || ctrl || event.altKey) return null;
  return event.key === '[' ? 'undo' : event.key === ']' ? 'redo' : null;
}
