/** What tests of the table need: cells on the screen, fingers, what is said, and what the server would say. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** @import { Locator, Page } from 'playwright-core' */

/** A phone. */
export const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** The table of a built-in puzzle. @param {string} name */
export const tableOf = (name) => `#table?name=${name}`;

/** As long as anything is waited for, in milliseconds; where nothing is wrong it takes a small part of it. */
export const PATIENCE = 60_000;

/**
 * Waits until something is as it should be. An assertion without waiting asks how far a machine has got; this one asks where
 * it gets to.
 * @template T
 * @param {Page} page
 * @param {() => Promise<T>} look
 * @param {T} wanted
 * @param {string} [words]
 */
export async function becomes(page, look, wanted, words) {
  const until = Date.now() + PATIENCE;
  while (!isDeepStrictEqual(await look(), wanted) && Date.now() < until)
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  assert.deepEqual(await look(), wanted, words);
}

/**
 * Waits until an image shows its picture. To decode one that has no address yet fails at once, and the page gives many of them
 * their address only when the server has drawn them.
 * @param {Page} page
 * @param {Locator} image
 */
export const drawn = (page, image) =>
  becomes(
    page,
    () =>
      image.evaluate(
        (/** @type {HTMLImageElement} */ { complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    true,
    'the picture is shown',
  );

/** Is the cursor of the board where the keys go? @param {Page} page */
export const onBoard = (page) =>
  page.evaluate(() => document.activeElement?.classList.contains('cell') ?? false);

/** Waits until the board is there. @param {Page} page */
export const ready = (page) => page.locator('mq-board .cell[tabindex="0"]').waitFor();

/** What is said. @param {Page} page */
export const said = (page) => page.locator('#say').textContent();

/** Waits until something is said. @param {Page} page @param {RegExp} words */
export async function hears(page, words) {
  const { source, flags } = words;
  await page.waitForFunction(
    ([source, flags]) =>
      new RegExp(source ?? '', flags).test(document.getElementById('say')?.textContent ?? ''),
    [source, flags],
  );
}

/** The middle of a cell on the screen. @param {Page} page @param {readonly number[]} cell @returns {Promise<[number, number]>} */
export async function middle(page, [x = 0, y = 0, z = 0]) {
  const cell = page.locator(`.cell[data-cell="${x},${y},${z}"]`);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  assert.ok(box, `there is a cell ${x},${y},${z}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags with the mouse. @param {Page} page @param {readonly number[]} from @param {readonly number[]} to */
export async function drag(page, [x = 0, y = 0], [toX = 0, toY = 0]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 10 });
  await page.mouse.up();
}

/** A finger: true touches, which only the browser's own protocol can make. @param {Page} page */
export async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const send = (/** @type {any} */ type, /** @type {number[][]} */ points) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x = 0, y = 0], id) => ({ x, y, id })),
    });
  return {
    send,
    /** First up or down, then along: along a row of pieces would scroll it. @param {readonly number[]} from @param {readonly number[]} to */
    async drag([x = 0, y = 0], [toX = 0, toY = 0], steps = 4) {
      await send('touchStart', [[x, y]]);
      for (let i = 1; i <= steps; i++) await send('touchMove', [[x, y + ((toY - y) * i) / steps]]);
      for (let i = 1; i <= steps; i++) await send('touchMove', [[x + ((toX - x) * i) / steps, toY]]);
      await send('touchEnd', []);
    },
    /** @param {readonly number[]} at */
    async tap([x = 0, y = 0]) {
      await send('touchStart', [[x, y]]);
      await send('touchEnd', []);
    },
  };
}

/** Asks the server. @param {string} address @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function ask(address, path, body) {
  const headers = { 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  return (await fetch(`${address}api/v1/${path}`, init)).json();
}

/**
 * A built-in puzzle and the moves that solve it.
 * @param {string} address
 * @param {string} name
 * @returns {Promise<{puzzle: any, setup: any, moves: any[]}>}
 */
export async function solution(address, name) {
  const { puzzle } = await ask(address, `shelf/${name}`);
  const { moves } = await ask(address, 'rest', { puzzle, moves: [] });
  const { setup } = await ask(address, 'game', { puzzle, moves: [], mode: 'strict', setup: true });
  return { puzzle, setup, moves };
}

/** How many moves are made, as the browser has kept them. @param {Page} page @returns {Promise<number>} */
export const made = (page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((key) => key.startsWith('marquetry.1.game.'));
    return Number(JSON.parse(sessionStorage.getItem(key ?? '') ?? '{}').game?.at);
  });

/** Waits until so many moves are made. @param {Page} page @param {number} at */
export const played = (page, at) => becomes(page, () => made(page), at);
