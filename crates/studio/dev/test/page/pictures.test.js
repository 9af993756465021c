/**
 * Pictures of all five views, light and dark, to be looked at. They go to the folder that PICTURES names, or to one that git
 * does not see; `npm run pictures` writes those of the guide.
 */
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { studio } from './studio.js';

/** @import { Page } from 'playwright-core' */

const folder = process.env['PICTURES'] ?? fileURLToPath(new URL('../../pictures', import.meta.url));

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => {
  mkdirSync(folder, { recursive: true });
  house = await studio();
});
after(() => house.close());

/** Waits until every picture that is seen is there. @param {Page} page */
const seen = (page) =>
  page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  );

/** @type {Record<string, {hash: string, high?: number, act: (page: Page) => Promise<unknown>}>} */
const VIEWS = {
  shelf: { hash: '#shelf', act: (page) => page.locator('.cards a').nth(20).waitFor() },
  table: { hash: '#table?name=pentominoes-6x10', act: play },
  solver: { hash: '#solver?name=pentominoes-5x12', high: 1000, act: solve },
  watcher: { hash: '#watcher?name=tetravex-4x3', act: step },
  workshop: { hash: '#workshop?name=klotski', act: (page) => page.locator('.facts').waitFor() },
};

/** Lays a few pieces as the solver would. @param {Page} page */
async function play(page) {
  await page.locator('mq-board .cell').first().waitFor();
  for (let piece = 0; piece < 5; piece++) {
    await page.getByRole('button', { name: 'Hint' }).first().click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('button', { name: 'Do it' }).waitFor({ state: 'hidden' });
  }
}

/** @param {Page} page */
async function solve(page) {
  await page.getByRole('radio', { name: 'All solutions' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.verdict.counted').waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Solution 9', exact: true }).waitFor();
}

/** @param {Page} page */
async function step(page) {
  await page.locator('.watched svg').waitFor();
  for (let n = 0; n < 60; n++) await page.keyboard.press('ArrowRight');
  await page.locator('.choices-strip li').first().waitFor();
}

for (const [view, { hash, act, high = 760 }] of Object.entries(VIEWS)) {
  test(`pictures of the ${view}, light and dark`, () =>
    house.visit(
      hash,
      async (page) => {
        await act(page);
        await page.mouse.move(0, 0);
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          await page.emulateMedia({ colorScheme });
          await seen(page);
          await page.screenshot({ path: `${folder}/${view}-${colorScheme}.png` });
        }
      },
      { reducedMotion: 'reduce', viewport: { width: 1120, height: high } },
    ));
}
