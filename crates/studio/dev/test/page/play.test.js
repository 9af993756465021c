/** One puzzle of each family and grid is played to its end with the mouse, with a finger and with the keyboard alone. */
import { after, before, test } from 'node:test';
import { HANDS, plan } from './hands.js';
import { studio } from './studio.js';
import { PHONE, ask, hears, played, ready, solution, tableOf } from './tools.js';

/** @type {Awaited<ReturnType<typeof studio>>} */
let room;
before(async () => {
  room = await studio();
});
after(() => room.close());

for (const name of ['framed-4x4', 'pentominoes-6x10', 'rush-hour', 'soma', 'hexagon', 'hexiamonds-6x6']) {
  for (const [how, move] of Object.entries(HANDS)) {
    test(`${name} is played to its end with ${how} and undone to its start`, async () => {
      const { puzzle, setup, moves } = await solution(room.address, name);
      await room.visit(
        tableOf(name),
        async (page) => {
          await ready(page);
          await page.locator('.cell[tabindex="0"]').focus();
          for (const [i, next] of moves.entries()) {
            const { view } = await ask(room.address, 'game', {
              puzzle,
              moves: moves.slice(0, i),
              mode: 'strict',
            });
            await move(page, plan(setup, view, next));
            await played(page, i + 1);
          }
          await page.locator('.desk.solved').waitFor();
          await page.locator('.celebration').waitFor();
          await hears(page, /solved/i);
          await page.locator('.cell[tabindex="0"]').focus();
          for (let i = moves.length; i > 0; i--) {
            await page.keyboard.press('Control+z');
            await played(page, i - 1);
          }
          await hears(page, /start/);
          await page.locator('.desk:not(.solved)').waitFor();
        },
        how === 'finger' ? PHONE : {},
      );
    });
  }
}
