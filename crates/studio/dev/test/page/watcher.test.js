import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { studio } from './studio.js';
import { PATIENCE, becomes } from './tools.js';

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/** @import { Page } from 'playwright-core' */

/** Waits until so many tiles lie on the watched board. @param {Page} page @param {number} wanted @param {string} [words] */
const lies = (page, wanted, words) =>
  becomes(page, () => page.locator('.watched [data-piece]:not([display="none"])').count(), wanted, words);

test('Tetravex is watched step by step, forwards and back, with the reason of each step back', () =>
  house.visit('#watcher?name=tetravex-2x2', async (page) => {
    const step = page.getByRole('button', { name: 'Step' });
    await page.getByText('An empty board.').waitFor();
    await lies(page, 0);
    await step.click();
    await page.getByText('Tile 1 is laid on row 1, column 1.').waitFor();
    await page.getByText('It was way 1 of 4. One way to go on.').waitFor();
    await lies(page, 1);
    await step.click();
    await step.click();
    await page.getByText('Tile 4 is taken back from row 1, column 2.').waitFor();
    await page.getByText('Why: nothing fits the next place, a dead end.').waitFor();
    await lies(page, 1);
    await becomes(page, () => page.locator('.choices-strip li').allInnerTexts(), ['1/4']);
    await page.getByRole('button', { name: 'Back' }).click();
    await lies(page, 2, 'a step back is taken back too');
    await page.getByRole('button', { name: 'To the start' }).click();
    await lies(page, 0);
  }));

test('a search that runs is paused, and then stands still', () =>
  // A search that is long enough for every hand.
  house.visit('#watcher?name=pentominoes-6x10', async (page) => {
    const place = page.getByRole('slider', { name: 'Place on the tape' });
    await page.getByText('An empty board.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await becomes(page, async () => (await place.inputValue()) !== '0', true);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Run' }).waitFor();
    const before = await place.inputValue();
    assert.notEqual(before, '0', 'it has run');
    // The rate is shown anew with every step: another one would be seen.
    await page.getByRole('slider', { name: 'Speed' }).fill('5');
    await page.getByText('100k steps a second').waitFor();
    assert.equal(await place.inputValue(), before, 'it stands still');
  }));

test('a search runs to its end at full speed', () =>
  house.visit('#watcher?name=tetravex-3x3', async (page) => {
    await page.getByText('An empty board.').waitFor();
    await page.getByRole('slider', { name: 'Speed' }).fill('5');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Step', disabled: true }).waitFor();
    await page.getByRole('button', { name: 'Run' }).waitFor();
    const solved = page.locator('.tree path.solved');
    await becomes(page, async () => (await solved.getAttribute('d'))?.startsWith('M'), true);
  }));

test('the keyboard alone steps, runs and pauses', () =>
  house.visit('#watcher?name=pentominoes-3x20', async (page) => {
    await page.getByText('An empty board.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.choices-strip li').nth(1).waitFor();
    await lies(page, 2);
    await page.keyboard.press('ArrowLeft');
    await lies(page, 1);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Run' }).waitFor();
  }));

for (const [what, name] of [
  ['a solid board', 'soma'],
  ['a board of hexagons', 'hexagon'],
  ['a board of triangles', 'hexiamonds-6x6'],
])
  test(`${what} is watched too`, () =>
    house.visit(`#watcher?name=${name}`, async (page) => {
      await page.getByText('An empty board.').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText(/Piece \w+ is laid/).waitFor();
      await page.locator('.watched svg').waitFor();
    }));

test('of a tray the shortest solution is watched move by move', () =>
  house.visit('#watcher?name=klotski', async (page) => {
    await page.getByRole('radio', { name: 'A shortest solution' }).check();
    await page.getByText('Move 0 of 81, and none is shorter.').waitFor({ timeout: 2 * PATIENCE });
    await page.getByRole('button', { name: 'Step' }).click();
    await page.getByText('Move 1 of 81').waitFor();
    await page.getByText(/\d+ ways to go on\./).waitFor();
    await page.getByRole('slider', { name: 'Place on the tape' }).fill('81');
    await page.getByText('Move 81 of 81').waitFor();
  }));

test('the search of a tray is watched too, and wound back', () =>
  house.visit('#watcher?name=dads-puzzle', async (page) => {
    const where = () => page.locator('.watched [data-piece="D"]').getAttribute('data-cell');
    await page.getByText('The tray at the start.').waitFor();
    const start = await where();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Block D is pushed to row 3, column 2.').waitFor();
    await becomes(page, where, '1,2');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Block D is pushed back from row 3, column 2.').waitFor();
    await becomes(page, where, start);
    await page.keyboard.press('ArrowLeft');
    await becomes(page, where, '1,2', 'a step back is taken back too');
    await page.keyboard.press('ArrowLeft');
    await becomes(page, where, start, 'and all of them');
  }));
