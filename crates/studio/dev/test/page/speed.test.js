/** How fast the table is: measured and printed. Only what no slow machine can break is asserted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inTray } from './hands.js';
import { studio } from './studio.js';
import { hears, middle, played, ready, tableOf } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let room;
before(async () => {
  room = await studio();
});
after(() => room.close());

/** Is every picture there that is in sight or nearly so? Runs in the page. */
function inSight() {
  const pictures = [...document.images].filter(
    (image) => image.getBoundingClientRect().top < innerHeight + 200,
  );
  return pictures.every((image) => image.complete && image.naturalWidth > 0);
}

/** What was loaded, in bytes as they lie on the disk. @param {Page} page */
async function loaded(page) {
  return page.evaluate(async () => {
    const entries = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]);
    const hosts = new Set(entries.map((entry) => new URL(entry.name).host));
    const api = entries.filter((entry) => entry.name.includes('/api/'));
    const sum = (/** @type {PerformanceResourceTiming[]} */ some) =>
      some.reduce((all, e) => all + e.decodedBodySize, 0);
    return { all: sum(entries), api: sum(api), files: entries.length - api.length, hosts: [...hosts] };
  });
}

for (const [view, hash, seen] of [
  ['the shelf', '', '.cards img[src]'],
  ['the table', tableOf('framed-4x4'), 'mq-board .cell'],
]) {
  test(`the first view of ${view} is small, and from this host alone`, async (context) => {
    await room.visit(String(hash), async (page) => {
      await page.locator(String(seen)).first().waitFor();
      await page.waitForFunction(inSight);
      const time = await page.evaluate(() =>
        Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
      );
      const { all, api, files, hosts } = await loaded(page);
      context.diagnostic(
        `${view}: ${all} bytes in all (${api} of them answers), ${files} files, first paint after ${time} ms`,
      );
      assert.ok(all < 300_000, `${all} bytes`);
      assert.equal(hosts.length, 1);
    });
  });
}

/** Notes, from the moment the pointer goes up, when the tile is painted on its cell and when the server has said so. */
function watch() {
  const notes = /** @type {any} */ (globalThis);
  [notes.shown, notes.said] = [[], []];
  let up = 0;
  /** @param {PointerEvent} event */
  const dropped = (event) => {
    up = performance.now();
    const tile = document.querySelector('mq-board .lifted');
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.matches('.cell'));
    const look = () => {
      const [a, b] = [tile?.getBoundingClientRect(), under?.getBoundingClientRect()];
      const there = a && b && Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < 2;
      if (there) notes.shown.push(performance.now() - up);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener('pointerup', dropped, true);
  const heard = () => notes.said.push(performance.now() - up);
  const board = /** @type {Element} */ (document.querySelector('mq-board'));
  new MutationObserver(heard).observe(board, { subtree: true, attributeFilter: ['data-cell'] });
}

/** @param {number[]} times */
function figures(times) {
  const sorted = times.map(Math.round).toSorted((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1]}, worst ${sorted.at(-1)}`;
}

test('a move on a board of 16 by 16 is shown at the drop', async (context) => {
  await room.visit(tableOf('eternity2'), async (page) => {
    await ready(page);
    await page.locator('[data-do="strict"]').click();
    await page.evaluate(watch);
    for (let i = 0; i < 12; i++) {
      const start = await inTray(page, i);
      await page.mouse.move(...start);
      await page.mouse.down();
      await page.mouse.move(...(await middle(page, [i, 3, 0])), { steps: 12 });
      await page.mouse.up();
      await played(page, i + 1);
    }
    await page.waitForFunction(() => /** @type {any} */ (globalThis).shown.length === 12);
    const { shown, said } = await page.evaluate(() => {
      const { shown, said } = /** @type {any} */ (globalThis);
      return { shown, said };
    });
    context.diagnostic(`16 by 16: from the drop to the tile on its cell, ms: ${figures(shown)}`);
    context.diagnostic(`16 by 16: from the drop to the server's word, ms: ${figures(said)}`);
  });
});

test('a drag on a board of 16 by 16 follows in every frame', async (context) => {
  await room.visit(tableOf('eternity2'), async (page) => {
    await ready(page);
    const start = await inTray(page, 3);
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, [8, 8, 0])), { steps: 5 });
    await page.locator('mq-board .lifted').waitFor();
    const frames = page.evaluate(async () => {
      /** @type {number[]} */
      const times = [];
      for (let before = performance.now(); times.length < 90;) {
        const now = await new Promise(requestAnimationFrame);
        times.push(now - before);
        before = now;
      }
      return times.slice(1).sort((a, b) => a - b);
    });
    for (let i = 0; i < 60; i++) await page.mouse.move(300 + 5 * i, 300 + 40 * Math.sin(i / 5));
    const times = await frames;
    context.diagnostic(
      `16 by 16: frames of a drag, ms: median ${times[44]?.toFixed(1)}, of ten the slowest ${times[80]?.toFixed(1)}, worst ${times.at(-1)?.toFixed(1)}`,
    );
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await hears(page, /put back/);
  });
});
