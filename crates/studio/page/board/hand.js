/**
 * The hand: what is held, where it is shown, and where it may go. Drags, taps and keys all come here; what is decided is
 * a move for the session, or nothing.
 */
import {
  alike,
  beside,
  degrees,
  heart,
  key,
  locate,
  minus,
  same,
  toDrawing,
  toUnits,
  unkey,
} from '../core/geometry.js';
import { cellsAt, middle } from '../core/held.js';
import { lead, onto } from '../core/roving.js';

/** @import { Axis, Cell, Move, Setup, View } from '../types.js' */
/** @import { Family, Held, Hovering, Spots, Ways } from '../core/held.js' */
/** @import { Board } from './board.js' */

/**
 * @typedef {object} Rules
 * @property {Family} family
 * @property {() => {setup: Setup, view: View}} now
 * @property {(held: Held) => Promise<Ways>} ask Where it fits; the server knows.
 * @property {() => boolean} showsTargets
 * @property {() => boolean} turnsByItself
 * @property {(news: 'taken' | 'ways' | 'turned' | 'moved' | 'empty') => void} tell
 */

/** How far outside of the board something is let go to be off it, in cells. */
const OUTSIDE = 0.75;

const DIRECTIONS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];

export class Hand {
  /** @type {Held | null} */
  held = null;
  /** @type {Spots} */
  spots = new Map();
  /** The cell that its grip would come to. @type {Cell | null} */
  cell = null;
  /** Does the pointer carry it? */
  dragged = false;

  #board;
  #rules;
  /** @type {Ways} */
  #ways = null;
  /** @type {import('./lifted.js').Lifted | null} */
  #lifted = null;
  /** @type {((spot: import('../core/geometry.js').Spot, seconds: number) => Hovering) | null} */
  #follow = null;
  /** Where the pointer is within the grip's cell. @type {[number, number]} */
  #offset = [0, 0];
  #raised = 0;
  /** @type {{left: number, top: number, width: number, height: number}} */
  #rect = { left: 0, top: 0, width: 1, height: 1 };

  /** @param {Board} board @param {Rules} rules */
  constructor(board, rules) {
    this.#board = board;
    this.#rules = rules;
  }

  /** Takes something up. @param {Held} held @param {Cell | null} [cell] Where it is to be, if that is known. */
  take(held, cell = held.from) {
    this.dragged = false;
    this.#offset = heart(this.#board.frame);
    this.#raised = 0;
    this.#hold(held, cell);
    this.#rules.tell('taken');
    if (this.#rules.family.asks) void this.#learn(held);
  }

  /** @param {Held} held @param {Cell | null} cell */
  #hold(held, cell) {
    this.held = held;
    const { setup, view } = this.#rules.now();
    // On a solid board a piece lies in several layers, so marks show it.
    const name = setup.things[held.index]?.name ?? '';
    this.#lifted = setup.layers > 1 ? null : this.#board.lift(name, held.copy);
    this.#lifted?.pose(held.pose);
    this.#knows(this.#rules.family.waysOf(view, held));
    const before = held.from ? view.things.find((t) => t.index === held.index && t.copy === held.copy) : null;
    this.#board.marks.set('ghost', before?.cells.map(key) ?? []);
    this.#board.toggleAttribute('data-holding', true);
    if (cell) this.to(cell);
  }

  /** The position has changed under the hand: what is still there stays in it. */
  renew() {
    const { held, cell } = this;
    if (!held) return;
    const { setup, view } = this.#rules.now();
    const { family } = this.#rules;
    const found = held.from
      ? family.take(setup, view, held.from)
      : view.left.some(([index]) => index === held.index) &&
        family.fromTray(setup, view, held.index, held.orientation);
    this.#lifted?.release();
    if (!found || typeof found === 'string' || found.index !== held.index) return void this.release();
    this.#hold({ ...held, copy: found.copy }, cell);
    if (family.asks) void this.#learn(this.held);
  }

  /** @param {Held | null} held */
  async #learn(held) {
    if (!held) return;
    const ways = await this.#rules.ask(held);
    // Another may be in the hand by now; a turned one is the same.
    if (this.held?.index !== held.index || this.held.copy !== held.copy) return;
    this.#knows(ways);
    if (this.cell) this.#foot();
    this.#rules.tell('ways');
  }

  /** @param {Ways} ways */
  #knows(ways) {
    const held = /** @type {Held} */ (this.held);
    this.#ways = ways;
    this.spots = this.#rules.family.spots(held, ways);
    this.#follow = this.#rules.family.follower(held, ways, this.spots, this.#board.frame);
    this.#target();
  }

  /** Marks where it may go. */
  #target() {
    const shown = this.#rules.showsTargets() ? [...this.spots] : [];
    const of = (/** @type {string} */ how) => shown.filter((spot) => spot[1] === how).map((spot) => spot[0]);
    this.#board.marks.set('fits', of('fits'));
    this.#board.marks.set('turn', of('turn'));
  }

  /** A drag begins here. @param {PointerEvent} event */
  grab(event) {
    this.dragged = true;
    this.measure();
    const [x, y] = locate(this.#board.frame, this.#units(event.clientX, event.clientY));
    const from = this.held?.from;
    if (from) this.#offset = [x - from[0], y - from[1]];
    // A finger hides what is under it, so the piece is carried above it; a block stays between its walls.
    this.#raised = event.pointerType === 'touch' && this.#rules.family.tray ? 30 : 0;
  }

  /** Reads where the board is on the screen. */
  measure() {
    if (this.#board.svg) this.#rect = this.#board.svg.getBoundingClientRect();
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  #units(x, y) {
    return toUnits(this.#board.frame, this.#rect, x, y);
  }

  /** Follows the pointer. @param {number} x @param {number} y @param {number} seconds Since the last time. */
  follow(x, y, seconds) {
    if (!this.held || !this.#follow) return;
    const [px, py, z] = locate(this.#board.frame, this.#units(x, y - this.#raised));
    const { shown, cell } = this.#follow([px - this.#offset[0], py - this.#offset[1], z], seconds);
    this.#show(shown);
    if (cell && this.cell && same(cell, this.cell)) return;
    this.cell = cell;
    this.#foot();
  }

  /** @param {import('../core/geometry.js').Spot} spot */
  #show(spot) {
    const held = /** @type {Held} */ (this.held);
    const { frame } = this.#board;
    const [[x, y], [dx, dy]] = [toDrawing(frame, spot), middle(frame, held)];
    this.#lifted?.show([x + dx, y + dy]);
  }

  /** Marks the cells that it would cover. */
  #foot() {
    const { held, cell } = this;
    const known = this.#ways !== null;
    const cells = held && cell ? cellsAt(held, cell).map(key) : [];
    const fits = !known || (cell !== null && this.fits(cell));
    this.#board.marks.set('foot', fits ? cells : []);
    this.#board.marks.set('cross', fits ? [] : cells);
  }

  /** Does it fit there as it is? @param {Cell} cell */
  fits(cell) {
    // A block may always go back to where it is; for others the server says so.
    const home = this.#rules.family.asks ? null : this.held?.from;
    return this.spots.get(key(cell)) === 'fits' || (!!home && same(home, cell));
  }

  /** Has it at a cell, or near one that it cannot lie on. @param {Cell} wanted */
  to(wanted) {
    if (!this.held) return;
    const { parity = null } = this.held;
    const cell = onto(this.#board.cells.field, wanted, (c) => alike(c, parity)) ?? wanted;
    this.cell = cell;
    this.#show(cell);
    this.#foot();
    this.#rules.tell('moved');
  }

  /** Leads it by a key; gives the cell, or null where it cannot go. @param {KeyboardEvent} event @returns {Cell | null} */
  lead(event) {
    const from = this.cell ?? this.#board.cells.cursor;
    if (!this.held) return null;
    const direction = DIRECTIONS.indexOf(event.key);
    const stepped = this.#rules.family.step(this.held, this.#ways, from, direction, event.ctrlKey);
    const { field } = this.#board.cells;
    const { parity = null } = this.held;
    const led = stepped === 'free' ? lead(field, from, event) : stepped;
    const next = led && onto(field, led, (cell) => alike(cell, parity), event.key);
    if (next) this.to(next);
    return next;
  }

  /** Turns or flips it. @param {Axis} axis @returns {'turned' | 'same' | 'never'} */
  turn(axis) {
    if (!this.held) return 'never';
    const next = this.#rules.family.turn(this.#rules.now().setup, this.held, axis);
    if (typeof next === 'string') return next;
    this.held = next;
    this.#lifted?.pose(next.pose);
    this.#knows(this.#ways);
    if (this.cell) this.to(this.cell);
    this.#rules.tell('turned');
    return 'turned';
  }

  /** The cell that a tap means: one where it fits so that it covers the tapped one. @param {Cell} cell @returns {Cell} */
  aimed(cell) {
    const held = /** @type {Held} */ (this.held);
    if (this.fits(cell)) return cell;
    const covers = [...this.spots].filter(([, how]) => how === 'fits').map(([spot]) => unkey(spot));
    const over = covers.filter((spot) => cellsAt(held, spot).some((c) => same(c, cell)));
    const far = (/** @type {Cell} */ c) => Math.hypot(...minus(c, cell));
    return over.toSorted((a, b) => far(a) - far(b))[0] ?? cell;
  }

  /** Turns by itself until it fits at a cell, if it may. @param {Cell} cell */
  #ease(cell) {
    if (!this.#rules.turnsByItself() || this.spots.get(key(cell)) !== 'turn') return;
    const turns = 360 / degrees(this.#board.frame.grid);
    for (let i = 1; i < turns && !this.fits(cell); i++) this.turn('z');
  }

  /** The move that puts it down where it is; null where that changes nothing. @returns {Move | null} */
  move() {
    const { held, cell } = this;
    if (!held || !cell) return null;
    this.#ease(cell);
    const { setup, view } = this.#rules.now();
    return this.#rules.family.drop(setup, view, this.held ?? held, cell, this.#ways);
  }

  /** Was it let go beside the board? @param {number} x @param {number} y */
  isOutside(x, y) {
    const out = beside(this.#board.frame, this.#units(x, y - this.#raised)) > OUTSIDE;
    return this.#rules.family.tray && out;
  }

  /** Lets go, and gives what is to be called once it is known where it lies: it glides there in so many milliseconds. */
  release() {
    const lifted = this.#lifted;
    this.held = null;
    this.cell = null;
    this.dragged = false;
    this.spots = new Map();
    this.#ways = null;
    this.#follow = null;
    this.#lifted = null;
    this.#board.marks.clear('fits', 'turn', 'ghost', 'foot', 'cross');
    this.#board.toggleAttribute('data-holding', false);
    this.#rules.tell('empty');
    return (/** @type {number} */ glide) => lifted?.release(glide);
  }
}
