/** Three ways to make a move that a solver gave: with the mouse, with a finger, with the keyboard alone. */
import { tiling } from '../../../page/family/tiling.js';
import { minus, same } from '../../../page/core/geometry.js';
import { ask, finger, middle, played, ready, solution } from './tools.js';

/** @import { Page } from 'playwright-core' */
/** @import { Axis, Cell, Move, Setup, View } from '../../../page/types.js' */

/** A move as hands make it: what to take, which turns to make, where to put it. @typedef {{thing: number | null, from: Cell | null, turns: Axis[], to: Cell}} Plan */

/**
 * How a move is made by hand.
 * @param {Setup} setup
 * @param {View} view Before it.
 * @param {any} move
 * @returns {Plan}
 */
export function plan(setup, view, move) {
  if ('block' in move) return push(setup, view, move.block);
  if ('tile' in move) {
    const { tile, cell, turn } = move.tile.place;
    const to = /** @type {Cell} */ ([cell % setup.columns, Math.floor(cell / setup.columns), 0]);
    return { thing: tile, from: null, turns: Array(turn).fill('z'), to };
  }
  const { piece, orientation, at } = move.piece.place;
  const shapes = setup.things[piece]?.orientations ?? [];
  const base = Math.max(
    0,
    shapes.findIndex((shape) => shape.turn === 0 && !shape.flip),
  );
  const turns = wayTo(setup, piece, base, orientation);
  let held = tiling.fromTray(setup, view, piece, base);
  for (const turn of turns) {
    const next = held && tiling.turn(setup, held, turn);
    if (next && typeof next === 'object') held = next;
  }
  return { thing: piece, from: null, turns, to: minus(at, held?.around[0] ?? [0, 0, 0]) };
}

/** @param {Setup} setup @param {View} view @param {{block: number, path: string}} push @returns {Plan} */
function push(setup, view, { block, path }) {
  const from = /** @type {Cell} */ (view.things.find((thing) => thing.index === block)?.cells[0]);
  const to = [...path].reduce((cell, step) => {
    const [x, y] = /** @type {number[]} */ ({ U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] }[step]);
    return /** @type {Cell} */ ([cell[0] + (x ?? 0), cell[1] + (y ?? 0), 0]);
  }, from);
  return { thing: null, from, turns: [], to };
}

/** The fewest turns from one orientation to another. @param {Setup} setup @param {number} piece @param {number} from @param {number} to @returns {Axis[]} */
function wayTo(setup, piece, from, to) {
  const shapes = setup.things[piece]?.orientations ?? [];
  /** @type {Map<number, Axis[]>} */
  const ways = new Map([[from, []]]);
  for (const [here, way] of ways) {
    if (here === to) return way;
    for (const axis of /** @type {Axis[]} */ (['z', 'flip', 'x', 'y'])) {
      const next = shapes[here]?.turns[axis]?.to;
      if (next !== undefined && !ways.has(next)) ways.set(next, [...way, axis]);
    }
  }
  throw new Error(`piece ${piece} cannot get from ${from} to ${to}`);
}

/** Where a thing of the tray is on the screen. @param {Page} page @param {number} thing @returns {Promise<[number, number]>} */
export async function inTray(page, thing) {
  const button = page.locator(`[data-thing="${thing}"]`);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

/** @param {Page} page @param {Plan} plan */
export async function withMouse(page, { thing, from, turns, to }) {
  const [x, y] = thing === null ? await middle(page, from ?? []) : await inTray(page, thing);
  const [toX, toY] = await middle(page, to);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 10 });
  for (const turn of turns) {
    if (turn === 'flip') await page.keyboard.press('f');
    else if (turn === 'z') await page.mouse.wheel(0, 100);
    else await page.keyboard.press(turn);
  }
  await page.mouse.move(toX + 1, toY, { steps: 3 });
  await page.mouse.up();
}

const BUTTONS = { z: 'turn', flip: 'flip', x: 'x', y: 'y', 'z-': 'turnBack', 'x-': 'x', 'y-': 'y' };

/** Drags what needs no turn, and taps the rest. @param {Page} page @param {Plan} plan */
export async function withFinger(page, { thing, from, turns, to }) {
  const touch = await finger(page);
  if (turns.length === 0) {
    const begin = () => (thing === null ? middle(page, from ?? []) : inTray(page, thing));
    // Both must be in sight: a high board is, as far as may be, when the tray just is.
    await begin();
    await middle(page, to);
    if (thing !== null) await page.locator('.tray').evaluate((tray) => tray.scrollIntoView({ block: 'end' }));
    const start = await begin();
    const [x, y] = await middle(page, to);
    // What comes from the tray is carried above the finger.
    return touch.drag(start, [x, y + (thing === null ? 0 : 30)]);
  }
  await touch.tap(await inTray(page, thing ?? 0));
  for (const turn of turns) {
    const box = await page.locator(`.under [data-do="${BUTTONS[turn]}"]`).boundingBox();
    await touch.tap([(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]);
  }
  await touch.tap(await middle(page, to));
}

/** @param {Page} page @param {Plan} plan */
export async function withKeys(page, { thing, from, turns, to }) {
  if (thing === null) {
    await lead(page, from ?? [0, 0, 0]);
    await page.keyboard.press('Enter');
  } else {
    await page.keyboard.press('t');
    const at = () =>
      page.evaluate(() => Number(/** @type {HTMLElement} */ (document.activeElement).dataset['thing']));
    await page.keyboard.press('Home');
    for (let i = 0; i < 300 && (await at()) !== thing; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  }
  for (const turn of turns)
    await page.keyboard.press({ z: 'r', flip: 'f', x: 'x', y: 'y' }[String(turn)] ?? 'r');
  await lead(page, to);
  await page.keyboard.press('Enter');
}

/** Leads the cursor to a cell by arrows. @param {Page} page @param {Cell} to */
async function lead(page, to) {
  let before = '';
  for (let i = 0; i < 200; i++) {
    const at = await page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
    const cell = /** @type {Cell} */ (at.split(',').map(Number));
    if (at === '') await page.keyboard.press('t');
    else if (same(cell, to)) return;
    else if (cell[2] !== to[2]) await page.keyboard.press(cell[2] < to[2] ? 'PageDown' : 'PageUp');
    // Where columns lean, a step to another row is one to another column too. Where a row ends there is none.
    else if (cell[1] !== to[1] && at !== before)
      await page.keyboard.press(cell[1] < to[1] ? 'ArrowDown' : 'ArrowUp');
    else await page.keyboard.press(cell[0] < to[0] ? 'ArrowRight' : 'ArrowLeft');
    before = at;
  }
  throw new Error(`the cursor does not get to ${to}`);
}

/** @type {Record<string, (page: Page, plan: Plan) => Promise<void>>} */
export const HANDS = { mouse: withMouse, finger: withFinger, keys: withKeys };

/** Makes the first moves of a solution with the mouse. @param {Page} page @param {string} address @param {string} name @param {number} count */
export async function begin(page, address, name, count) {
  await ready(page);
  const { puzzle, setup, moves } = await solution(address, name);
  for (let i = 0; i < count; i++) {
    const { view } = await ask(address, 'game', { puzzle, moves: moves.slice(0, i), mode: 'strict' });
    await withMouse(page, plan(setup, view, moves[i]));
    await played(page, i + 1);
  }
}
