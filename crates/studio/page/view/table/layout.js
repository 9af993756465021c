/** What lies where on the table: board, tray, buttons, and a line of words. */
import { openHelp } from '../../part/dialogs.js';
import { make } from '../../part/make.js';
import { Toolbar } from '../../part/toolbar.js';
import { Tray } from '../../part/tray.js';
import { text } from '../../text/en.js';
import { share } from './share.js';
import { Zoom } from './zoom.js';

/** @import { Table } from '../table.js' */
/** @import { Held } from '../../core/held.js' */

const t = text.table;

/** @param {Table} table */
function gameTools(table) {
  return new Toolbar(t.game, [
    { name: 'undo', words: t.undo, keys: 'Control+Z', act: () => void table.step('undo') },
    { name: 'redo', words: t.redo, keys: 'Control+Y', act: () => void table.step('redo') },
    { name: 'mark', words: t.mark, keys: 'B', act: () => table.mark() },
    { name: 'toMark', words: t.toMark, keys: 'Shift+B', act: () => void table.toMark() },
    table.family.tray
      ? { name: 'clear', words: t.clear, act: () => void table.restart() }
      : { name: 'restart', words: t.restart, act: () => void table.restart() },
    { name: 'link', words: t.shareTitle, act: () => void share(table) },
  ]);
}

/** @param {Table} table */
function helpTools(table) {
  return new Toolbar(t.help, [
    { name: 'hint', words: t.hint, short: t.hint, keys: 'H', act: () => void table.advice.hint() },
    { name: 'check', words: t.check, short: t.check, act: () => table.advice.check() },
    { name: 'solvable', words: t.solvable, short: t.solvableShort, act: () => void table.advice.solvable() },
    { name: 'solve', words: t.solve, short: t.solveShort, act: () => void table.advice.solve() },
    { name: 'strict', words: t.strict, short: t.strictShort, act: () => table.toggleMode() },
  ]);
}

/** @param {Table} table */
function handTools(table) {
  const act = (/** @type {import('../../types.js').Axis} */ axis) => () => {
    table.turn(axis, table.board.cells.cursor);
  };
  return new Toolbar(t.piece, [
    { name: 'turnBack', words: t.turnBack, keys: 'Shift+R', act: act('z-') },
    { name: 'turn', words: t.turn, keys: 'R', act: act('z') },
    { name: 'flip', words: t.flip, keys: 'F', act: act('flip') },
    { name: 'xBack', words: t.xBack, keys: 'Shift+X', act: act('x-') },
    { name: 'x', words: t.x, keys: 'X', act: act('x') },
    { name: 'yBack', words: t.yBack, keys: 'Shift+Y', act: act('y-') },
    { name: 'y', words: t.y, keys: 'Y', act: act('y') },
    { name: 'tray', words: t.toTray, keys: 'Delete', act: () => void table.remove(table.board.cells.cursor) },
    { name: 'back', words: t.putBack, keys: 'Escape', act: () => void table.back() },
  ]);
}

class Parts {
  /** Are the cells there? */
  ready = false;
  table;
  tray;
  stage;
  zoom;
  status = make('dl');
  said = make('p', { class: 'said' });
  #text = make('pre', { tabindex: '0' });
  #game;
  #help;
  #hand;

  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this.table = table;
    this.tray = table.family.tray ? new Tray(table.board) : null;
    this.#game = gameTools(table);
    this.#help = helpTools(table);
    this.#hand = handTools(table);
    this.zoom = new Zoom(table.board);
    const tools = make('div', { class: 'under' }, this.#hand.element, this.zoom.tools.element);
    this.stage = make('section', { class: 'desk card', 'aria-label': t.game }, this.zoom.frame, tools);
    this.said.id = 'said';
    const asText = make('details', { class: 'as-text' }, make('summary', {}, t.asText), this.#text);
    const side = make(
      'div',
      { class: 'side' },
      make('div', { class: 'status' }, this.status),
      this.said,
      this.#game.element,
    );
    this.#help.element.classList.add('advice');
    const head = make('header', { class: 'heading' }, make('h1', {}, table.opened.title));
    const tray = this.tray ? [this.tray.element] : [];
    root.append(head, this.stage, side, ...tray, this.#help.element, asText);
    root.dataset['family'] = table.opened.family;
    if (!table.family.tray) this.#help.see('strict', false);
  }

  /** Shows the state of the game on the buttons. */
  show() {
    const { session, setup, view } = this.table;
    const { at, moves, marks } = session.game;
    this.#game.enable('undo', at > 0);
    this.#game.enable('redo', at < moves.length);
    this.#game.press('mark', marks.includes(at));
    this.#game.enable(
      'toMark',
      marks.some((mark) => mark < at),
    );
    this.#help.press('strict', session.mode === 'strict');
    this.#text.textContent = view.text;
    const solid = setup.layers > 1;
    for (const name of ['xBack', 'x', 'yBack', 'y']) this.#hand.see(name, solid);
    this.#hand.see('flip', setup.family === 'tiling');
    for (const name of ['turn', 'turnBack', 'tray']) this.#hand.see(name, this.table.family.tray);
    this.holding(this.table.hand.held);
  }

  /** Shows which turns what is held can make; a hidden rule would read as a fault of ours. @param {Held | null} held */
  holding(held) {
    const { setup } = this.table;
    const tiles = setup.things.some((thing) => thing.turning === true);
    const may = (/** @type {import('../../types.js').Axis} */ axis) =>
      setup.family === 'matching' ? tiles : setup.turns.includes(axis);
    const tell = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {string} */ words) =>
      this.#hand.enable(name, on, on ? words : `${words}: ${t.noTurn}`);
    tell('turn', may('z'), t.turn);
    tell('turnBack', may('z-'), t.turnBack);
    tell('flip', may('flip'), t.flip);
    tell('x', may('x'), t.x);
    tell('xBack', may('x-'), t.xBack);
    tell('y', may('y'), t.y);
    tell('yBack', may('y-'), t.yBack);
    this.#hand.enable('back', held !== null);
    this.tray?.hold(held && !held.from ? held.index : null);
    this.stage.classList.toggle('holding', held !== null);
  }

  /** Shows a sentence. @param {string} words @param {Node[]} more */
  tell(words, ...more) {
    this.said.replaceChildren(words, ...more);
  }

  /** Shows that the server does not answer. @param {boolean} on */
  offline(on) {
    this.stage.classList.toggle('offline', on);
  }

  /** The buttons of undo and redo, which can be held down. */
  get steppers() {
    return { undo: this.#game.button('undo'), redo: this.#game.button('redo') };
  }

  help() {
    openHelp('table');
  }
}

/** @param {HTMLElement} root @param {Table} table */
export const lay = (root, table) => new Parts(root, table);
