/** Mouse, finger and pen on the table: drags, taps, the wheel. */
import { dragging } from '../../board/drag.js';
import { key, same } from '../../core/geometry.js';
import { cellsAt } from '../../core/held.js';

/** @import { Cell } from '../../types.js' */
/** @import { Table } from '../table.js' */

/** @param {Table} table */
export function touch(table) {
  const { board, parts, hand, signal } = table;
  const host = /** @type {HTMLElement} */ (parts.stage.parentElement);
  drags(table, host);
  board.addEventListener('pointermove', (event) => hover(table, event), { signal });
  host.addEventListener('wheel', (event) => wheel(table, event), { signal, passive: false });
  const measure = () => hand.held && hand.measure();
  addEventListener('scroll', measure, { signal, passive: true, capture: true });
  addEventListener('resize', measure, { signal });
}

/** @param {Table} table @param {HTMLElement} host */
function drags(table, host) {
  const { board, parts, hand, signal } = table;
  dragging(
    host,
    {
      grabs(event) {
        const cell = board.cells.hit(event);
        const thing = parts.tray?.hit(event) ?? null;
        return (
          thing !== null ||
          (cell !== null && typeof table.family.take(table.setup, table.view, cell) === 'object')
        );
      },
      begin(event) {
        if (hand.held) table.back();
        const cell = board.cells.hit(event);
        const thing = parts.tray?.hit(event) ?? null;
        const taken = thing !== null ? table.takeFromTray(thing, null) : cell !== null && table.take(cell);
        if (!taken) return false;
        hand.grab(event);
        if (cell) board.cells.stop(cell);
        return true;
      },
      move: (x, y, seconds) => hand.follow(x, y, seconds),
      drop(x, y) {
        const cell = hand.cell;
        if (hand.isOutside(x, y)) void table.remove();
        else void table.put();
        if (cell) board.cells.stop(cell);
      },
      cancel: () => table.back(),
      tap(event) {
        const target = event.target instanceof Node ? event.target : null;
        if (board.contains(target)) tap(table, event);
        else if (parts.tray?.element.contains(target)) tapTray(table, event);
      },
    },
    signal,
  );
}

/** A tap picks up, and puts down where it hits next. @param {Table} table @param {MouseEvent} event */
function tap(table, event) {
  const { board, hand } = table;
  const cell = board.cells.hit(event);
  if (!cell || hand.dragged) return;
  const had = hand.held !== null;
  board.cells.focus(cell);
  if (!had) return pick(table, cell);
  const own = ownCells(table);
  if (own.has(key(cell)) && hand.held?.from && same(hand.held.from, hand.cell ?? hand.held.from))
    return again(table);
  hand.to(hand.aimed(cell));
  void table.put();
}

/** The cells that what is held was taken from. @param {Table} table */
function ownCells(table) {
  const { held } = table.hand;
  return new Set(held?.from ? cellsAt(held, held.from).map(key) : []);
}

/** @param {Table} table @param {Cell} cell */
function pick(table, cell) {
  if (!table.take(cell)) return;
  const { hand } = table;
  const [only] = hand.spots.keys();
  // A block with one way goes it.
  if (table.family.tray || hand.spots.size !== 1 || only === undefined) return;
  const [x = 0, y = 0, z = 0] = only.split(',').map(Number);
  hand.to([x, y, z]);
  void table.put();
}

/** A tap on what is held turns it, or puts it back. @param {Table} table */
function again(table) {
  const tile = table.setup.things[table.hand.held?.index ?? -1];
  if (tile?.turning) table.turn('z');
  else table.back();
}

/** @param {Table} table @param {MouseEvent} event */
function tapTray(table, event) {
  const { hand, parts } = table;
  const thing = parts.tray?.hit(event) ?? null;
  if (thing === null) {
    if (hand.held?.from) void table.remove();
    return;
  }
  const same = hand.held && !hand.held.from && hand.held.index === thing;
  if (hand.held) table.back();
  if (same) return;
  const byKeys = event.type === 'click';
  table.takeFromTray(thing, byKeys ? table.board.cells.cursor : null);
  if (byKeys) table.board.cells.focus();
}

/** What was picked up by a click follows the mouse. @param {Table} table @param {PointerEvent} event */
function hover(table, event) {
  const { hand } = table;
  column(table, event);
  if (!hand.held || hand.dragged || event.pointerType !== 'mouse' || !table.family.tray) return;
  hand.measure();
  hand.follow(event.clientX, event.clientY, 0);
}

/** Marks the same column in all layers of a solid board. @param {Table} table @param {PointerEvent} event */
function column(table, event) {
  const { board, setup } = table;
  if (setup.layers < 2) return;
  const cell = event.pointerType === 'mouse' ? board.cells.hit(event) : null;
  const all = cell ? [...Array(setup.layers).keys()].map((z) => key([cell[0], cell[1], z])) : [];
  board.marks.set('column', all);
}

/** @param {Table} table @param {WheelEvent} event */
function wheel(table, event) {
  if (!table.hand.held || !table.family.tray || event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  table.turn(event.shiftKey ? 'flip' : event.deltaY > 0 ? 'z' : 'z-');
}
