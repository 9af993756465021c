/** What comes out of the printer: the board or the sheet, and nothing that is pressed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin } from './hands.js';
import { studio } from './studio.js';
import { becomes, tableOf } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/** Lets the page ask for the printer without one, and counts how often. @param {Page} page */
async function withoutPrinter(page) {
  await page.addInitScript(() => {
    const asked = /** @type {any} */ (globalThis);
    asked.prints = 0;
    asked.print = () => asked.prints++;
  });
  await page.reload();
  return () => page.evaluate(() => Number(/** @type {any} */ (globalThis).prints));
}

/** How many sheets the page as it is takes. @param {Page} page */
async function sheets(page) {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.ok(pdf.startsWith('%PDF-'));
  return (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length;
}

/** Everything that is pressed or chosen and would be seen on paper. @param {Page} page */
const pressed = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, summary, nav a')]
      .filter((one) => !one.closest('.tray') && one.checkVisibility())
      .map((one) => one.outerHTML.slice(0, 80)),
  );

for (const [what, name, count] of /** @type {const} */ ([
  ['tiles', 'framed-4x4', 3],
  ['pieces', 'pentominoes-6x10', 3],
  ['blocks', 'klotski', 1],
]))
  test(`a game with ${what} is printed as its board and what is left, on white paper and one sheet`, () =>
    house.visit(
      tableOf(name),
      async (page) => {
        await begin(page, house.address, name, count);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        assert.deepEqual(await pressed(page), []);
        await page.locator('mq-board svg').waitFor();
        await page.locator('h1').waitFor();
        assert.equal(await page.locator('.tray').count(), name === 'klotski' ? 0 : 1);
        const ink = await page.evaluate(() => getComputedStyle(document.body).color);
        assert.equal(ink, 'rgb(38, 34, 28)', 'dark on light, whatever the screen has');
        assert.equal(await sheets(page), 1);
      },
      { colorScheme: 'dark' },
    ));

test('the workshop prints the puzzle alone on its sheet, and the page is as before', () =>
  house.visit('#workshop?name=klotski', async (page) => {
    const prints = await withoutPrinter(page);
    await page.getByRole('button', { name: 'Print' }).click();
    await becomes(page, prints, 1);
    await page.emulateMedia({ media: 'print' });
    const seen = () =>
      page.evaluate(() =>
        [...document.body.children].filter((e) => e.checkVisibility()).map((e) => e.className),
      );
    assert.deepEqual(await seen(), ['print-sheet']);
    const width = await page
      .locator('.print-sheet img')
      .evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth);
    assert.ok(width > 0, 'the picture is there');
    assert.equal(await sheets(page), 1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await becomes(page, () => page.locator('.print-sheet').count(), 0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Print' }).waitFor();
  }));

test('a solution is printed without the dialog that it is shown in', () =>
  house.visit('#solver?name=tetravex-2x2', async (page) => {
    const prints = await withoutPrinter(page);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Solution 1', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
    await becomes(page, prints, 1);
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-sheet img').waitFor();
    await becomes(page, () => page.locator('dialog').isVisible(), false);
    assert.equal(await sheets(page), 1);
  }));

for (const [view, hash, seen] of [
  ['solver', '#solver?name=klotski', '.understood img'],
  ['watcher', '#watcher?name=tetravex-3x3', '.watched svg'],
  ['workshop', '#workshop?name=klotski', '.facts'],
  ['shelf', '#shelf', '.cards img'],
])
  test(`the ${view} is printed without what is pressed on it`, () =>
    house.visit(String(hash), async (page) => {
      await page.locator(String(seen)).first().waitFor();
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await pressed(page), []);
      await page.locator(String(seen)).first().waitFor();
      assert.ok((await sheets(page)) >= 1);
    }));
