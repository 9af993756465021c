/** Help with a puzzle: hints, whether it can still be solved, the rest of the way. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, inTray } from './hands.js';
import { studio } from './studio.js';
import { becomes, drag, hears, made, middle, onBoard, played, ready, solution, tableOf } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let room;
before(async () => {
  room = await studio();
});
after(() => room.close());

test('a hint says its reason and shows where, and asked again it is done', async () => {
  await room.visit(tableOf('tetravex-3x3'), async (page) => {
    await begin(page, room.address, 'tetravex-3x3', 1);
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('h');
    await page.locator('.mark.hint').first().waitFor();
    await page.keyboard.press('h');
    await played(page, 2);
  });
});

test('whether it can still be solved is answered, with what is to blame', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await ready(page);
    await page.locator('[data-do="solvable"]').click();
    await hears(page, /can be solved/);
    const { moves } = await solution(room.address, 'tetravex-2x2');
    const { tile, cell } = moves[0].tile.place;
    const wrong = (cell + 3) % 4;
    await drag(page, await inTray(page, tile), await middle(page, [wrong % 2, Math.floor(wrong / 2), 0]));
    await played(page, 1);
    await page.locator('[data-do="solvable"]').click();
    await page.locator('.mark.blame').first().waitFor();
  });
});

test('the rest is solved from here, and is no best result', async () => {
  await room.visit(
    tableOf('rush-hour'),
    async (page) => {
      await begin(page, room.address, 'rush-hour', 1);
      await page.locator('[data-do="solve"]').click();
      await page.locator('.desk.solved').waitFor();
      const best = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('best.')));
      assert.equal(await best(), false);
      await page.keyboard.press('Control+z');
      await page.locator('.desk:not(.solved)').waitFor();
    },
    { reducedMotion: 'reduce' },
  );
});

test('the rest is shown move by move, and undo ends the show', async () => {
  await room.visit(tableOf('rush-hour'), async (page) => {
    await page.clock.install();
    await page.reload();
    await ready(page);
    await page.locator('[data-do="solve"]').click();
    await becomes(page, async () => (await made(page)) >= 2, true);
    await page.keyboard.press('Control+z');
    await hears(page, /Undone/);
    const at = await made(page);
    // The next move would long have been shown.
    await page.clock.fastForward(10_000);
    assert.equal(await made(page), at);
    await page.locator('[data-do="redo"]').press('Enter');
    await played(page, at + 1);
  });
});

test('a search for the rest that is long shows how far it is, offers the solver and is stopped at once', async () => {
  await room.visit(tableOf('eternity2'), async (page) => {
    await page.clock.install();
    await page.reload();
    await ready(page);
    await page.locator('[data-do="solve"]').click();
    await page.locator('.seeking', { hasText: /, [1-9][\d.]*[KMB]? tried/ }).waitFor();
    await page.clock.fastForward(10_000);
    const solver = page.getByRole('link', { name: 'To the solver' });
    await solver.waitFor();
    assert.equal(await solver.getAttribute('href'), '#solver?name=eternity2');
    const stopped = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.locator('.seeking').getByRole('button', { name: 'Stop' }).click();
    assert.equal((await stopped).status(), 204);
    await hears(page, /Stopped/);
    await becomes(page, () => page.locator('.seeking').count(), 0);
    await becomes(page, () => onBoard(page), true);
    await played(page, 0);
  });
});

test('moves stand beside the fewest that there can be, in every family', async () => {
  for (const [name, least] of [
    ['tetravex-2x2', 4],
    ['pentominoes-6x10', 12],
    ['klotski', 81],
  ])
    await room.visit(tableOf(String(name)), async (page) => {
      await page.getByText(`0 of at least ${least}`).waitFor();
    });
});
