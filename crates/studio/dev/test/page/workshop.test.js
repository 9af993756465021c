import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { studio } from './studio.js';
import { becomes } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/** Paints a stroke over cells of a grid, by mouse. @param {Page} page @param {string} grid @param {string[]} cells */
async function stroke(page, grid, ...cells) {
  for (const [i, cell] of cells.entries()) {
    const box = await page.getByRole('grid', { name: grid }).locator(`[data-cell="${cell}"]`).boundingBox();
    assert.ok(box, cell);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

const text = (/** @type {Page} */ page) => page.locator('mq-editor textarea').inputValue();

/** Waits until the text is as it should be. @param {Page} page @param {string} part */
const written = (page, part) =>
  page.waitForFunction((part) => document.querySelector('textarea')?.value.includes(part), part);

test('a pentomino board is drawn by hand and solved', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    await page.getByLabel('Columns').fill('10');
    await page.getByLabel('Columns').press('Tab');
    await page.getByLabel('Rows').fill('6');
    await page.getByLabel('Rows').press('Tab');
    await stroke(page, 'Board', '6,0,0', '9,0,0', '9,3,0');
    await page.getByRole('radio', { name: 'Rectangle, two taps' }).check();
    const cell = (/** @type {string} */ at) =>
      page.getByRole('grid', { name: 'Board' }).locator(`[data-cell="${at}"]`);
    await cell('6,1,0').click();
    await cell('8,3,0').click();
    await cell('0,4,0').click();
    await cell('9,5,0').click();
    await page.getByText('60 cells to cover').waitFor();
    await page.getByRole('button', { name: 'Add the 12 pentominoes' }).click();
    await page.getByText('60 cells to cover; the pieces have 60.').waitFor();
    await written(page, 'piece Z');
    await page.getByRole('button', { name: 'Solve it' }).click();
    await page.locator('.view.solver h1').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.verdict.found').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Solution 1', exact: true }).waitFor();
  }));

test('the first cell decides whether a stroke draws or erases, and undo takes the whole stroke back', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    const on = () => page.locator('mq-paint .on').count();
    await page.locator('mq-paint .on').nth(23).waitFor();
    await stroke(page, 'Board', '1,1,0', '4,1,0');
    await becomes(page, on, 20);
    await stroke(page, 'Board', '2,1,0', '2,3,0');
    await becomes(page, on, 21, 'it draws over what is there');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Control+z');
    await becomes(page, on, 24);
    await page.keyboard.press('Control+y');
    await becomes(page, on, 20);
  }));

test('faults are underlined as one types, and each leads to its place', () =>
  house.visit('#workshop?name=tetravex-2x2', async (page) => {
    const area = page.getByRole('textbox', { name: 'The puzzle as text' });
    await written(page, 'marquetry matching');
    await area.fill((await text(page)).replace('turn no', 'turm no'));
    await page.locator('mq-editor mark', { hasText: 'turm' }).waitFor();
    await page.getByText('One fault in the text:').waitFor();
    await page.getByRole('button', { name: 'Play it', disabled: true }).waitFor();
    await page.locator('.faults button.place').click();
    const chosen = await area.evaluate((/** @type {HTMLTextAreaElement} */ area) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    assert.equal(chosen, 'turm');
    await area.fill((await text(page)).replace('turm', 'turn'));
    await page.locator('.facts').waitFor();
    await becomes(page, () => page.locator('mq-editor mark').count(), 0);
  }));

test('what cannot be is said at once, with its reason', () =>
  house.visit('#workshop?name=tetravex-2x2', async (page) => {
    const area = page.getByRole('textbox', { name: 'The puzzle as text' });
    await written(page, 'marquetry');
    await area.fill('marquetry tiling\nboard\n  ###\npiece A\n  ##\n');
    await page.getByText('It cannot be solved: the pieces have 2 cells, the board 3').waitFor();
  }));

test('a tray is drawn by hand: blocks, walls and a goal', () =>
  house.visit('#workshop?new=sliding', async (page) => {
    await stroke(page, 'Tray', '0,0,0', '0,1,0');
    await page.getByRole('radio', { name: 'Walls' }).check();
    await stroke(page, 'Tray', '2,0,0', '4,0,0');
    await page.getByRole('radio', { name: 'Goal of the chosen block' }).check();
    await stroke(page, 'Goal', '4,2,0', '4,3,0');
    await written(page, 'goal');
    assert.match(await text(page), /tray\n {2}A\.###\n {2}A\.\.\.\.\n/);
    await page.getByRole('button', { name: 'How hard?' }).click();
    await page.locator('.answers .rated').waitFor();
    await page.getByText('a child does it').first().waitFor();
  }));

test('the edges of tiles are painted, and the answer is asked for', () =>
  house.visit('#workshop?name=tetravex-2x2', async (page) => {
    await written(page, 'marquetry matching');
    await page.getByRole('radio', { name: 'Hand' }).check();
    await page.getByRole('button', { name: 'How many solutions?' }).click();
    await page.locator('.answers').getByText('Exactly 1.').waitFor();
    await page.getByRole('button', { name: 'Only one?' }).click();
    await page.locator('.answers').getByText('Yes, exactly one, apart from turning and mirroring.').waitFor();
    await page.getByLabel('or a colour of your own').fill('99');
    await page.getByRole('button', { name: /^Top edge/ }).click();
    await written(page, '99');
    await page.waitForFunction(() => document.querySelectorAll('.answers > *').length === 0);
    await page.getByRole('button', { name: 'Top edge: 99' }).waitFor();
  }));

test('the keyboard alone paints', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    await page.getByRole('grid', { name: 'Board' }).locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'row 1, column 2: not on the board' }).waitFor();
    await becomes(page, () => page.locator('mq-paint .on').count(), 23);
  }));

test('boards and pieces of hexagons and triangles are drawn by hand', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    await page.getByRole('button', { name: 'Add a piece' }).click();
    await page.getByLabel('Made of').selectOption('hexagons');
    await written(page, 'grid hexagons');
    await page.getByLabel('Layers').waitFor({ state: 'hidden' });
    await stroke(page, 'Board', '0,0,0', '3,0,0');
    await page.getByText('20 cells to cover').waitFor();
    // There is room for one more on every side of it.
    await stroke(page, 'Cells of piece A', '2,1,0', '1,2,0');
    await written(page, 'piece A\n  # #\n   #');
    await page.keyboard.press('Control+z');
    await page.getByLabel('Made of').selectOption('triangles');
    await written(page, 'grid triangles');
    await page.getByText('20 cells to cover; the pieces have 1.').waitFor();
    await page.getByRole('grid', { name: 'Board' }).locator('[data-cell="1,0,0"]').click();
    await page.getByText('21 cells to cover').waitFor();
  }));

test('a draft is there again after a reload, also one that is no puzzle yet', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    await stroke(page, 'Board', '0,0,0', '5,0,0');
    await page.getByText('Not a puzzle yet:').waitFor();
    await page.goto(`${house.address}#workshop`);
    await page.reload();
    await page.getByText('18 cells to cover').waitFor();
  }));

test('a puzzle is shared as a link that opens on the table', () =>
  house.visit(
    '#workshop?name=tetravex-2x2',
    async (page) => {
      await page.getByRole('button', { name: 'Copy a link' }).click();
      const link = page.getByLabel('Link to this puzzle');
      await link.waitFor();
      await page.goto(await link.inputValue());
      await page.locator('mq-board svg').waitFor();
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ));

test('a finger taps the corners of a rectangle, and paints a stroke', () =>
  house.visit(
    '#workshop?new=tiling',
    async (page) => {
      const cell = (/** @type {string} */ at) => page.locator(`mq-paint [data-cell="${at}"]`).first();
      await page.getByRole('radio', { name: 'Rectangle, two taps' }).tap();
      await cell('1,1,0').tap();
      await cell('3,2,0').tap();
      await page.getByText('18 cells to cover').waitFor();
      await page.getByRole('radio', { name: 'Brush' }).tap();
      await cell('0,0,0').tap();
      await page.getByText('17 cells to cover').waitFor();
    },
    { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
  ));

test('what is done is done with what lies on the desk, also before the server has looked at it', () =>
  house.visit('#workshop?name=pentominoes-6x10', async (page) => {
    await page.locator('.facts').waitFor();
    /** @type {() => void} */
    let answer = () => {};
    const held = new Promise((go) => (answer = () => go(null)));
    await page.route('**/api/v1/read', async (route) => (await held, route.continue()));
    const area = page.getByRole('textbox', { name: 'The puzzle as text' });
    await area.fill('marquetry tiling\ntitle Another one\nboard\n  ##\npiece I\n  ##\n');
    await page.getByRole('button', { name: 'Play it' }).click();
    answer();
    await page.locator('.view.table h1', { hasText: 'Another one' }).waitFor();
  }));

test('faults of a drawing are shown at what they are about, and the list leads there', () =>
  house.visit('#workshop?new=sliding', async (page) => {
    const wrong = (/** @type {string} */ grid) =>
      page
        .getByRole('grid', { name: grid })
        .locator('[aria-invalid="true"]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell')));
    await stroke(page, 'Tray', '0,0,0', '0,1,0');
    await stroke(page, 'Tray', '2,2,0');
    await page.getByText("block 'A' is not in one piece").waitFor();
    await becomes(page, () => wrong('Tray'), ['0,0,0', '0,1,0', '2,2,0']);
    await page.getByRole('button', { name: 'Block A, 3 cells, with a fault' }).waitFor();
    await page.getByRole('button', { name: 'New block' }).click();
    await page.getByRole('button', { name: 'block A', exact: true }).click();
    const chosen = page.getByRole('button', { name: 'Block A, 3 cells, with a fault', pressed: true });
    await chosen.waitFor();
    await becomes(page, () => chosen.evaluate((one) => one === document.activeElement), true);
    // The stroke that mends it takes the marks away.
    await stroke(page, 'Tray', '2,2,0');
    await page.locator('.facts').waitFor();
    await becomes(page, () => wrong('Tray'), []);
    await page.getByRole('button', { name: 'Block A, 2 cells', exact: true }).waitFor();
  }));

test('faults of boards and pieces are shown there too', () =>
  house.visit('#workshop?new=tiling', async (page) => {
    await page.getByRole('button', { name: 'Add a piece' }).click();
    await page.getByRole('button', { name: 'Add a piece' }).click();
    await page.getByLabel('Name').fill('A');
    await page.getByLabel('Name').press('Tab');
    await page.getByText("the piece name 'A' is used twice").waitFor();
    await page.getByRole('button', { name: 'Piece A, 1 cells, with a fault' }).waitFor();
    await page.getByRole('radio', { name: 'Rectangle, two taps' }).check();
    const cell = (/** @type {string} */ at) =>
      page.getByRole('grid', { name: 'Board' }).locator(`[data-cell="${at}"]`);
    await cell('0,0,0').click();
    await cell('5,3,0').click();
    await page.locator('mq-paint[aria-label="Board"][data-faulty]').waitFor();
    await page.getByRole('button', { name: 'board', exact: true }).click();
    await becomes(page, () => cell('5,3,0').evaluate((one) => one === document.activeElement), true);
  }));
