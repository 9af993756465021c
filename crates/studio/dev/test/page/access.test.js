import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './axe.js';
import { studio } from './studio.js';
import { becomes } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/**
 * Every view but the table, which has tests of its own, as people find it: where it is, what is awaited, and what is done there.
 * @type {Record<string, {hash: string, ready: string, act?: (page: Page) => Promise<void>}>}
 */
const VIEWS = {
  'the shelf': { hash: '#shelf', ready: '.cards a' },
  'the solver': {
    hash: '#solver?name=pentominoes-3x20',
    ready: '.solver-form',
    act: async (page) => {
      await page.getByText('Engine, threads and limits').click();
      await page.getByRole('radio', { name: 'All solutions' }).check();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByRole('button', { name: 'Solution 8', exact: true }).waitFor();
      await page.locator('.verdict.counted').waitFor();
    },
  },
  // One whose best board is not found before it is stopped.
  'the solver for the best board': {
    hash: '#solver?name=eternity2',
    ready: '.solver-form',
    act: async (page) => {
      await page.getByRole('radio', { name: 'The best board' }).check();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.locator('mq-curve path.line').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('.verdict.found').waitFor();
    },
  },
  'the watcher': {
    hash: '#watcher?name=tetravex-3x3',
    ready: '.watched svg',
    act: async (page) => {
      await page.getByRole('button', { name: 'Step' }).click();
      await page.locator('.choices-strip li').waitFor();
    },
  },
  'the workshop with a text': { hash: '#workshop?name=klotski', ready: '.facts' },
  'the workshop with faults': {
    hash: '#workshop?name=klotski',
    ready: '.facts',
    act: async (page) => {
      await page.locator('mq-editor textarea').fill('marquetry tiling\nbord\n');
      await page.locator('mq-editor mark').first().waitFor();
    },
  },
  'the workshop with faults of a drawing': {
    hash: '#workshop?new=sliding',
    ready: 'mq-paint .free',
    act: async (page) => {
      await page.getByRole('grid', { name: 'Tray' }).locator('[tabindex="0"]').focus();
      for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      await page.locator('mq-paint .faulty').first().waitFor();
    },
  },
  'the workshop for boards': { hash: '#workshop?new=tiling', ready: 'mq-paint .on' },
  'the workshop for tiles': { hash: '#workshop?new=matching', ready: '.edge' },
  'the workshop for trays': { hash: '#workshop?new=sliding', ready: 'mq-paint .free' },
};

for (const [name, { hash, ready, act }] of Object.entries(VIEWS)) {
  test(`axe finds nothing on ${name}, light and dark, and it fits a screen of 360 pixels`, () =>
    house.visit(
      hash,
      async (page) => {
        await page.locator(ready).first().waitFor();
        await act?.(page);
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violations(page), [], colorScheme);
        }
        await page.setViewportSize({ width: 360, height: 740 });
        await becomes(page, () => page.evaluate(() => document.documentElement.scrollWidth), 360);
      },
      { reducedMotion: 'reduce' },
    ));
}

for (const view of ['solver', 'watcher', 'workshop', 'table']) {
  test(`a newcomer finds something to do at the ${view}, without any puzzle`, () =>
    house.visit(`#${view}`, async (page) => {
      await page
        .locator('main')
        .getByRole('link', { name: 'To the shelf' })
        .or(page.locator('mq-paint .on').first())
        .waitFor();
      assert.deepEqual(await violations(page), []);
    }));
}

test('axe finds nothing in dialogs', () =>
  house.visit('#shelf', async (page) => {
    await page.locator('.cards a').first().waitFor();
    for (const name of ['Help (?)', 'Settings', 'Paste a text or link', 'Make one']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await violations(page), [], name);
      await page.keyboard.press('Escape');
    }
  }));

test('axe finds nothing with forced colours', () =>
  house.visit(
    '#workshop?new=matching',
    async (page) => {
      await page.locator('.edge').first().waitFor();
      assert.deepEqual(await violations(page), []);
    },
    { forcedColors: 'active' },
  ));
