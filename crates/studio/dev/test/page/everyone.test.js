/** The table for everyone: eyes closed, motion off, small screens, large boards, and axe. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './axe.js';
import { begin, inTray } from './hands.js';
import { studio } from './studio.js';
import {
  PHONE,
  becomes,
  finger,
  hears,
  middle,
  onBoard,
  played,
  ready,
  said,
  solution,
  tableOf,
} from './tools.js';

/** @type {Awaited<ReturnType<typeof studio>>} */
let room;
before(async () => {
  room = await studio();
});
after(() => room.close());

test('those who cannot see ask where they are, what was last, where it may go and what is missing', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await ready(page);
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('o');
    await hears(page, /row 1, column 1: empty/);
    await page.keyboard.press('g');
    await hears(page, /0 of 4 tiles/);
    await page.keyboard.press('l');
    await hears(page, /No move/);
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await hears(page, /fits at 4 places/);
    await page.keyboard.press('m');
    await hears(page, /row 1, column 1; row 1, column 2/);
    await page.keyboard.press('Enter');
    await hears(page, /placed/);
    await becomes(page, () => onBoard(page), true);
  });
});

test('focus never falls to the body: not with the last piece of the tray, nor with a hint that is done', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await begin(page, room.address, 'tetravex-2x2', 3);
    const lost = () => page.evaluate(() => document.activeElement === document.body);
    assert.equal(await lost(), false);
    await page.locator('[data-do="hint"]').click();
    await page.locator('.said button').click();
    await played(page, 4);
    assert.equal(await lost(), false);
    await page.locator('.celebration button').click();
    await played(page, 5);
    assert.equal(await lost(), false);
  });
});

test('a finger on an empty cell scrolls the page, and on a piece it drags and does not', async () => {
  const low = { ...PHONE, viewport: { width: 390, height: 420 } };
  await room.visit(
    tableOf('tetravex-2x2'),
    async (page) => {
      await ready(page);
      const touch = await finger(page);
      const top = () => page.evaluate(() => scrollY);
      const [x, y] = await middle(page, [0, 1, 0]);
      const before = await top();
      await touch.drag([x, y], [x, y - 150]);
      await page.waitForFunction((before) => scrollY > before + 50, before);
      // A page that was thrown goes on for a while.
      await becomes(page, () => page.evaluate(() => (scrollTo(0, 0), scrollY)), 0);
      const { moves } = await solution(room.address, 'tetravex-2x2');
      const { tile } = moves[0].tile.place;
      await touch.tap(await inTray(page, tile));
      await touch.tap(await middle(page, [0, 0, 0]));
      await played(page, 1);
      const from = await middle(page, [0, 0, 0]);
      const start = await top();
      await touch.send('touchStart', [from]);
      for (let i = 1; i < 10; i++) await touch.send('touchMove', [[from[0], from[1] + 10 * i]]);
      await page.locator('mq-board[data-holding]').waitFor();
      assert.equal(await top(), start);
      await touch.send('touchEnd', []);
    },
    low,
  );
});

test('the first tab stop leads to the content and leaves the address as it is', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await ready(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await becomes(page, () => page.evaluate(() => document.activeElement?.id), 'main');
    assert.match(page.url(), /#table\?name=tetravex-2x2/);
  });
});

test('nothing moves by itself where people ask for that', async () => {
  await room.visit(
    tableOf('rush-hour'),
    async (page) => {
      await begin(page, room.address, 'rush-hour', 2);
      await page.keyboard.press('Control+z');
      await played(page, 1);
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    },
    { reducedMotion: 'reduce' },
  );
});

test('nothing is wider than a small phone, and the help panel opens by its key', async () => {
  for (const name of ['pentominoes-6x10', 'eternity2', 'klotski', 'soma']) {
    await room.visit(
      tableOf(name),
      async (page) => {
        await ready(page);
        await becomes(page, () => page.evaluate(() => document.documentElement.scrollWidth), 360, name);
        await page.locator('.cell[tabindex="0"]').focus();
        await page.keyboard.press('?');
        await page.locator('dialog[open]').waitFor();
        await page.keyboard.press('Escape');
        await becomes(page, () => onBoard(page), true);
      },
      { viewport: { width: 360, height: 740 } },
    );
  }
});

test('a larger board scrolls in its frame, by buttons and by keys', async () => {
  await room.visit(tableOf('eternity2'), async (page) => {
    await ready(page);
    const width = () => page.locator('mq-board').evaluate((board) => board.getBoundingClientRect().width);
    const before = await width();
    await page.locator('[data-do="larger"]').click();
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('+');
    await becomes(page, async () => (await width()) > before * 1.5, true);
    await page.keyboard.press('0');
    await becomes(page, width, before);
  });
});

for (const look of /** @type {const} */ (['light', 'dark', 'forced'])) {
  test(`axe finds nothing on the table: ${look}`, async () => {
    const options =
      look === 'forced' ? { forcedColors: /** @type {const} */ ('active') } : { colorScheme: look };
    for (const name of ['framed-4x4', 'pentominoes-6x10', 'klotski', 'soma']) {
      await room.visit(
        tableOf(name),
        async (page) => {
          await begin(page, room.address, name, 2);
          assert.deepEqual(await violations(page), [], name);
          await page.locator('[data-do="link"]').click();
          await page.locator('dialog[open] input').first().waitFor();
          assert.deepEqual(await violations(page), [], `${name}, sharing`);
          await page.keyboard.press('Escape');
          await page.locator('header [data-do="help"]').click();
          await page.locator('dialog[open] kbd').first().waitFor();
          assert.deepEqual(await violations(page), [], `${name}, help`);
        },
        options,
      );
    }
  });
}

test('a move says one short sentence, and the same again is heard again', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await ready(page);
    await page.locator('[data-do="check"]').click();
    const first = await said(page);
    await page.locator('[data-do="check"]').click();
    assert.notEqual(await said(page), first);
    assert.equal((await said(page))?.trim(), first?.trim());
  });
});
