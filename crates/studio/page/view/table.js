/** The table: where people play. */
import { Board } from '../board/board.js';
import { Hand } from '../board/hand.js';
import { lastMark, mark } from '../core/game.js';
import { key } from '../core/geometry.js';
import { Session } from '../core/session.js';
import { matching } from '../family/matching.js';
import { sliding } from '../family/sliding.js';
import { tiling } from '../family/tiling.js';
import { failed, game as askGame, ways as askWays } from '../io/api.js';
import { open } from '../io/opened.js';
import { make } from '../part/make.js';
import { say } from '../part/say.js';
import { isStill, settings } from '../part/settings.js';
import { text } from '../text/en.js';
import { Advice } from './table/advice.js';
import { Filter } from './table/filter.js';
import { Address, recall, remember } from './table/keep.js';
import { keyboard } from './table/keyboard.js';
import { lay } from './table/layout.js';
import { Score } from './table/score.js';
import { touch } from './table/touch.js';

/** @import * as wire from '../types.js' */
/** @import { Opened } from '../io/opened.js' */
/** @import { Link } from '../core/link.js' */
/** @import { Held, Ways } from '../core/held.js' */

const FAMILIES = { matching, tiling, sliding };

/** How long a piece takes to its place, in milliseconds. */
const GLIDE = 120;

/** @type {import('../main.js').Show} */
export async function show(root, link, signal) {
  const opened = await open(link, signal);
  if (signal.aborted) return { title: '' };
  if (opened === null) return nothing(root, link);
  if (failed(opened))
    throw new Error(opened.error.code === 'unreachable' ? text.page.unreachable : opened.error.message);
  if ('faults' in opened) return unread(root, opened);
  const table = new Table(root, opened, link, signal);
  await table.begin();
  return { title: opened.title };
}

/** @param {HTMLElement} root @param {Link} link */
function nothing(root, link) {
  const why = link.damage.length > 0 ? text.table.damagedPuzzle : text.table.nothing;
  const shelf = make('a', { class: 'button', href: '#shelf' }, text.table.toShelf);
  root.append(make('h1', {}, text.page.views.table), make('p', {}, why), shelf);
  return { title: text.page.views.table };
}

/** @param {HTMLElement} root @param {wire.Unread} found */
function unread(root, { faults }) {
  const list = faults.map((fault) => make('li', {}, `${fault.line}:${fault.column}: ${fault.message}`));
  root.append(
    make('h1', {}, text.page.views.table),
    make('p', {}, text.table.unread),
    make('ul', {}, ...list),
  );
  return { title: text.page.views.table };
}

export class Table {
  /** @type {Session} */
  session;
  board = new Board();
  family;
  hand;
  parts;
  score;
  advice;
  filter;
  opened;
  signal;
  /** How often help was taken. */
  helped = 0;
  #address;
  #link;
  #wasSolved = true;
  #said = '';

  /** @param {HTMLElement} root @param {Opened} opened @param {Link} link @param {AbortSignal} signal */
  constructor(root, opened, link, signal) {
    this.opened = opened;
    this.signal = signal;
    this.#link = link;
    this.family = FAMILIES[opened.family];
    const kept = recall(opened.id, link, location.hash);
    this.helped = kept.helped;
    this.session = new Session({
      puzzle: opened.puzzle,
      game: kept.game,
      mode: kept.mode,
      ask: (told) => askGame(told, signal),
      painter: { apply: (changes) => this.board.apply(changes), draw: (svg) => this.board.draw(svg) },
      changed: () => this.#changed(),
    });
    this.hand = new Hand(this.board, {
      family: this.family,
      now: () => ({ setup: this.setup, view: this.view }),
      ask: (held) => this.#ways(held),
      showsTargets: () => settings().shown !== 'nothing',
      turnsByItself: () => settings().helpful,
      tell: (news) => this.#heard(news),
    });
    this.parts = lay(root, this);
    this.score = new Score(this, kept.ran);
    this.advice = new Advice(this);
    this.filter = new Filter(this);
    this.#address = new Address(opened, signal);
  }

  get setup() {
    return /** @type {wire.Setup} */ (this.session.setup);
  }

  get view() {
    return /** @type {wire.View} */ (this.session.view);
  }

  /** Draws the game and lets people at it. */
  async begin() {
    const outcome = await this.session.begin();
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    touch(this);
    keyboard(this);
    document.addEventListener('settings', () => this.#changed(), { signal: this.signal });
    const [damage] = this.#link.damage;
    if (outcome.kind === 'refused')
      this.say(text.table.refusedMoves(this.session.game.at, outcome.refusal.words));
    else if (damage?.what === 'moves') this.say(text.table.damagedMoves(damage.from));
    else
      this.parts.tell(this.session.game.at === 0 ? text.table.welcome[this.opened.family] : this.view.said);
    this.score.begin();
  }

  /** The position is another one. */
  #changed() {
    if (!this.parts.ready) this.#setUp();
    const { setup, view } = this;
    this.hand.renew();
    const focused = document.activeElement;
    this.board.glide = isStill() ? 0 : GLIDE;
    this.board.cells.show(view, (index) => !setup.things[index]?.fixed);
    this.board.marks.clear('hint', 'blame');
    const faults = settings().shown === 'all' ? view.faults : [];
    this.board.marks.set(
      'fault',
      faults.flatMap(({ cells, side }) => cells.slice(0, 1).map((c) => `${key(c)} ${side ?? ''}`.trim())),
    );
    this.parts.tray?.show(setup, view);
    void this.filter?.refresh();
    this.parts.show();
    this.score?.show();
    this.keep();
    this.#wasSolved = view.solved;
    // What had focus may be gone with its piece.
    if (focused !== document.body && document.activeElement === document.body) this.board.cells.focus();
  }

  #setUp() {
    this.board.setUp(this.setup, text.table.layer);
    this.parts.ready = true;
  }

  /** Keeps the game over a reload, and in the address. */
  keep() {
    const { game, mode } = this.session;
    remember(this.opened.id, { game, mode, helped: this.helped, ran: this.score?.ran ?? 0 });
    this.#address?.set(this.session.played.moves);
  }

  /** @param {Held} held @returns {Promise<Ways>} */
  async #ways({ index, from }) {
    const answer = await askWays(
      { ...this.session.played, thing: index, ...(from ? { from } : {}) },
      this.signal,
    );
    return failed(answer) ? null : answer.ways;
  }

  /** Says a sentence to everyone. @param {string} words */
  say(words) {
    this.parts.tell(words);
    say(words);
  }

  /** @param {'taken' | 'ways' | 'turned' | 'moved' | 'empty'} news */
  #heard(news) {
    const { held, spots } = this.hand;
    this.parts.holding(held);
    if (!held) return;
    if (news === 'turned' && !held.from) this.parts.tray?.turn(held.index, held.orientation);
    const thing = this.setup.things[held.index]?.words ?? '';
    if (news === 'ways' || (news === 'taken' && !this.family.asks)) {
      const fits = [...spots.values()].filter((how) => how === 'fits').length;
      this.say(`${text.table.taken(thing)}, ${text.table.places(fits, spots.size - fits)}`);
    }
    this.score.start();
  }

  /** Takes up what lies on a cell; false where nothing can be taken. @param {wire.Cell} cell */
  take(cell) {
    const held = this.family.take(this.setup, this.view, cell);
    if (held === 'empty')
      return (this.say(this.family.tray ? text.table.emptyCell : text.table.emptyBoard), false);
    if (held === 'pinned' || held === 'fixed') return (this.say(text.table[held]), false);
    this.hand.take(held);
    if (!this.family.asks && this.hand.spots.size === 0) return (this.back(text.table.stuck), false);
    return true;
  }

  /** Takes something from the tray. @param {number} index @param {wire.Cell | null} cell Where it is to be. */
  takeFromTray(index, cell) {
    const orientation = this.parts.tray?.orientation(index) ?? 0;
    const held = this.family.fromTray(this.setup, this.view, index, orientation);
    if (held) this.hand.take(held, cell);
    return held !== null;
  }

  /** Puts back what is in the hand. @param {string} [words] */
  back(words = text.table.back) {
    const { held } = this.hand;
    if (!held) return false;
    if (!held.from) this.parts.tray?.turn(held.index, held.orientation);
    this.hand.release()(this.board.glide);
    this.say(words);
    return true;
  }

  /** Puts down what is in the hand where it is. */
  async put() {
    const move = this.hand.move();
    if (!move) return this.back();
    await this.play(move);
    return true;
  }

  /** Takes what is in the hand, or lies on a cell, off the board. @param {wire.Cell} [cell] */
  async remove(cell) {
    const held = this.hand.held ?? (cell ? this.family.take(this.setup, this.view, cell) : null);
    const move = held && typeof held === 'object' ? this.family.away(this.setup, held) : null;
    if (move) return this.play(move);
    return this.back();
  }

  /** Makes a move with what is in the hand, or without. @param {wire.Move} move */
  async play(move) {
    this.advice.stop();
    const { held } = this.hand;
    if (held && !held.from) this.parts.tray?.turn(held.index, held.orientation);
    const settle = held ? this.hand.release() : () => {};
    const before = this.#wasSolved;
    const outcome = await this.session.play(move);
    settle(outcome.kind === 'accepted' ? 0 : this.board.glide);
    if (outcome.kind === 'accepted') this.#done(before);
    else this.#undone(outcome);
    return outcome.kind === 'accepted';
  }

  /** @param {boolean} before Was it solved before? */
  #done(before) {
    this.#said = this.view.said;
    this.parts.offline(false);
    this.say(this.#said);
    this.score.start();
    if (this.view.solved && !before) this.score.celebrate();
  }

  /** @param {import('../core/session.js').Outcome} outcome */
  #undone(outcome) {
    if (outcome.kind === 'refused') {
      this.say(outcome.refusal.words);
      this.board.marks.set('blame', outcome.refusal.cells.map(key));
    } else if (outcome.kind === 'failed' && outcome.code !== 'aborted') {
      this.say(outcome.code === 'unreachable' ? text.table.gone : outcome.message);
      this.parts.offline(outcome.code === 'unreachable');
    }
  }

  /** Turns what is in the hand, or what lies on a cell. @param {wire.Axis} axis @param {wire.Cell} [cell] */
  turn(axis, cell) {
    if (!this.hand.held) {
      const move =
        cell &&
        this.family.take(this.setup, this.view, cell) !== 'empty' &&
        this.family.turnThere(this.setup, cell, axis);
      if (move) void this.play(move);
      return Boolean(move);
    }
    const outcome = this.hand.turn(axis);
    if (outcome === 'turned') this.#tellTurned();
    else this.say(outcome === 'same' ? text.table.sameTurn : text.table.noTurn);
    return true;
  }

  #tellTurned() {
    const { cell } = this.hand;
    const how =
      cell && this.hand.spots.size > 0
        ? this.hand.fits(cell)
          ? `, ${text.table.fits}`
          : `, ${text.table.fitsNot}`
        : '';
    say(text.table.turned + how);
  }

  /** Goes back or on. @param {'undo' | 'redo'} way */
  async step(way) {
    this.advice.stop();
    if (this.hand.held) return this.back();
    const { game } = this.session;
    if (!this.session.idle || (way === 'undo' ? game.at === 0 : game.at === game.moves.length)) return false;
    const outcome = await this.session[way]();
    if (outcome.kind !== 'accepted') return (this.#undone(outcome), false);
    const { at } = this.session.game;
    this.say(way === 'undo' ? text.table.undone(at) : text.table.redone(at));
    return true;
  }

  /** Goes to a place in the game. @param {number} at */
  async go(at) {
    this.advice.stop();
    if (this.hand.held) this.back();
    const outcome = await this.session.go(at);
    if (outcome.kind !== 'accepted') return this.#undone(outcome);
    this.say(text.table.undone(this.session.game.at));
  }

  /** Sets a mark here, or takes it away. */
  mark() {
    const before = this.session.game.marks.length;
    this.session.game = mark(this.session.game);
    this.say(this.session.game.marks.length > before ? text.table.marked : text.table.unmarked);
    this.parts.show();
    this.keep();
  }

  /** Goes back to the last mark. */
  async toMark() {
    const at = lastMark(this.session.game);
    if (at === null) this.say(text.table.noMark);
    else await this.go(at);
  }

  /** Begins anew; undo brings everything back. */
  async restart() {
    if (this.family.tray) await this.play('clear');
    else await this.go(0);
  }

  /** Lets mistakes be made, or not. */
  toggleMode() {
    this.session.mode = this.session.mode === 'strict' ? 'free' : 'strict';
    this.say(this.session.mode === 'strict' ? text.table.strictOn : text.table.strictOff);
    this.parts.show();
    this.keep();
  }

  /** What the last move was, in words. */
  get lastSaid() {
    return this.#said;
  }
}
