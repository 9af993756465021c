/** What the table promises besides the moves themselves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HANDS, begin, inTray, plan } from './hands.js';
import { listen, serve, studio } from './studio.js';
import {
  PHONE,
  ask,
  becomes,
  drag,
  finger,
  hears,
  made,
  middle,
  played,
  ready,
  solution,
  tableOf,
} from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let room;
before(async () => {
  room = await studio();
});
after(() => room.close());

/** What lies where, as the cells say it. @param {Page} page */
const labels = (page) =>
  page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));

/** Where the groups of the drawing are. @param {Page} page */
const drawn = (page) =>
  page
    .locator('mq-board g[data-piece]')
    .evaluateAll((groups) =>
      groups
        .map((g) =>
          [g.getAttribute('data-piece'), g.getAttribute('transform'), g.getAttribute('display')].join(' '),
        )
        .sort(),
    );

test('a reload in the middle of a game loses nothing: moves, moves ahead, marks, mode', async () => {
  await room.visit(tableOf('pentominoes-6x10'), async (page) => {
    await begin(page, room.address, 'pentominoes-6x10', 4);
    await page.locator('[data-do="mark"]').click();
    await page.locator('[data-do="strict"]').click();
    await page.locator('[data-do="undo"]').press('Enter');
    await played(page, 3);
    const before = [await labels(page), await drawn(page)];
    await page.reload();
    await ready(page);
    await becomes(page, async () => [await labels(page), await drawn(page)], before);
    await page.locator('[data-do="strict"][aria-pressed="false"]').waitFor();
    await page.locator('[data-do="redo"]').press('Enter');
    await played(page, 4);
    await page.locator('[data-do="mark"][aria-pressed="true"]').waitFor();
  });
});

test('a link with moves that is shared opens the same position elsewhere', async () => {
  let link = '';
  /** @type {(string | null)[]} */
  let before = [];
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await begin(page, room.address, 'framed-4x4', 3);
    before = await labels(page);
    await page.locator('[data-do="link"]').click();
    link = await page.locator('dialog input').nth(1).inputValue();
    const bare = await page.locator('dialog input').nth(0).inputValue();
    assert.ok(!bare.includes('moves'), bare);
  });
  await room.visit(new URL(link).hash, async (page) => {
    await ready(page);
    await becomes(page, () => labels(page), before);
  });
});

test('a link to an earlier position of the same game goes there, with the rest ahead', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await begin(page, room.address, 'framed-4x4', 3);
    const { moves } = await solution(room.address, 'framed-4x4');
    const { write } = await import('../../../page/core/link.js');
    const hash = await write({ view: 'table', name: 'framed-4x4', moves: moves.slice(0, 1) });
    await page.waitForFunction(() => location.hash.split('_').length === 3);
    await page.evaluate((hash) => (location.hash = hash), hash);
    await played(page, 1);
    await page.locator('[data-do="redo"]').press('Enter');
    await played(page, 2);
  });
});

test('a piece that is picked up before the last move is answered stays in the hand', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await ready(page);
    const [first, second] = (await solution(room.address, 'framed-4x4')).moves.map((m) => m.tile.place);
    /** @type {() => void} */
    let answer = () => {};
    const held = new Promise((go) => (answer = () => go(null)));
    await page.route('**/api/v1/game', async (route) => (await held, route.continue()));
    await drag(page, await inTray(page, first.tile), await middle(page, [0, 0, 0]));
    const [x, y] = await inTray(page, second.tile);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, [1, 0, 0])), { steps: 5 });
    answer();
    await played(page, 1);
    await page.locator('mq-board[data-holding]').waitFor();
    for (let i = 0; i < second.turn; i++) await page.mouse.wheel(0, 100);
    await page.mouse.up();
    await played(page, 2);
  });
});

test('a puzzle that is not built in is in the link itself', async () => {
  const { native } = await ask(room.address, 'read', { text: 'marquetry sliding\ntray\n  AB.\n  ...\n' });
  const { write } = await import('../../../page/core/link.js');
  const hash = await write({ view: 'table', text: native, moves: [{ block: { block: 1, path: 'R' } }] });
  await room.visit(hash, async (page) => {
    const third = page.locator('.cell[aria-label*="block B"]:nth-child(3)');
    await third.waitFor();
    await page.reload();
    await third.waitFor();
  });
});

test('a damaged link shows what can be read and says what cannot', async () => {
  await room.visit('#table?name=klotski&moves=b9.L_b5.D_b6.?', async (page) => {
    await ready(page);
    await hears(page, /up to number 2/);
    await played(page, 2);
  });
});

test('moves of a link that cannot be made are left out, and it is said which', async () => {
  await room.visit('#table?name=klotski&moves=b9.L_b1.UUU_b6.D', async (page) => {
    await ready(page);
    await hears(page, /Move 2/);
    await played(page, 1);
  });
});

test('two tabs play the same puzzle without taking each other’s moves', async () => {
  await room.visit(tableOf('tetravex-3x3'), async (page) => {
    await begin(page, room.address, 'tetravex-3x3', 2);
    const other = await page.context().newPage();
    const wrong = listen(other);
    await other.goto(page.url().replace(/#.*/, tableOf('tetravex-3x3')));
    await ready(other);
    await other.locator('[data-do="undo"]').press('Enter');
    await played(other, 1);
    await page.locator('[data-do="undo"]').press('Enter');
    await page.locator('[data-do="undo"]').press('Enter');
    await played(page, 0);
    await played(other, 1);
    await other.reload();
    await ready(other);
    await played(other, 1);
    await page.reload();
    await ready(page);
    await played(page, 0);
    assert.deepEqual(wrong, []);
  });
});

test('the server is killed and started again under an open page, and the game goes on', async () => {
  const first = await serve();
  const port = Number(new URL(first.address).port);
  await room.visit('#shelf', async (page, complaints) => {
    await page.goto(`${first.address}${tableOf('rush-hour')}`);
    await ready(page);
    const { moves } = await solution(first.address, 'rush-hour');
    const { puzzle, setup } = await solution(first.address, 'rush-hour');
    const { view } = await ask(first.address, 'game', { puzzle, moves: [], mode: 'strict' });
    await first.stop('SIGKILL');
    const one = plan(setup, view, moves[0]);
    await HANDS['mouse']?.(page, one);
    await hears(page, /does not answer/);
    const again = await serve({ port });
    try {
      await HANDS['mouse']?.(page, one);
      await played(page, 1);
    } finally {
      await again.stop();
    }
    // The requests that failed are told on the console; that is the browser's doing.
    complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('net::ERR')));
  });
});

/** Presses on a tile that lies on cell 0,0 and drags it to the middle of the board. @param {Page} page */
async function lift(page) {
  const [x, y] = await middle(page, [0, 0, 0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, [2, 2, 0])), { steps: 8 });
  await page.locator('mq-board[data-holding]').waitFor();
}

/** Every way in which a drag may end without a move. @type {Record<string, (page: Page) => Promise<unknown>>} */
const ENDS = {
  'the Escape key': (page) => page.keyboard.press('Escape'),
  'the window losing focus': (page) => page.evaluate(() => dispatchEvent(new Event('blur'))),
  'a drop where it does not fit': (page) => page.mouse.up(),
  'a drop where it was': async (page) => {
    await page.mouse.move(...(await middle(page, [0, 0, 0])), { steps: 8 });
    await page.mouse.up();
  },
  undo: (page) => page.keyboard.press('Control+z'),
};
for (const [how, end] of Object.entries(ENDS)) {
  test(`a drag ended by ${how} changes nothing`, async () => {
    await room.visit(tableOf('framed-4x4'), async (page) => {
      await begin(page, room.address, 'framed-4x4', 1);
      const before = await drawn(page);
      await lift(page);
      await end(page);
      await page.locator('mq-board:not([data-holding])').waitFor();
      await page.mouse.up();
      // What the server refuses is in the air until it has said so.
      await becomes(page, () => page.locator('.lifted').count(), 0);
      await played(page, 1);
      await becomes(page, () => drawn(page), before);
    });
  });
}

test('a drop beside the board takes a piece off it', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await begin(page, room.address, 'framed-4x4', 1);
    await drag(page, await middle(page, [0, 0, 0]), await inTray(page, 5));
    await played(page, 2);
    await becomes(page, () => page.locator('.loose button').count(), 16);
  });
});

test('the right button and a second finger start no drag and end one', async () => {
  await room.visit(tableOf('rush-hour'), async (page) => {
    await ready(page);
    const [x, y] = await middle(page, [0, 0, 0]);
    await page.mouse.move(x, y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x + 60, y + 60, { steps: 5 });
    assert.equal(await page.locator('mq-board[data-holding]').count(), 0);
    await page.mouse.up({ button: 'right' });
  });
  await room.visit(
    tableOf('rush-hour'),
    async (page) => {
      await ready(page);
      const touch = await finger(page);
      const { moves } = await solution(room.address, 'rush-hour');
      assert.ok(moves.length > 0);
      const from = await middle(page, await movable(page));
      await touch.send('touchStart', [from]);
      for (let i = 1; i < 6; i++) await touch.send('touchMove', [[from[0] + i * 6, from[1] + i * 6]]);
      await page.locator('mq-board[data-holding]').waitFor();
      await touch.send('touchStart', [
        [from[0] + 30, from[1] + 30],
        [300, 300],
      ]);
      await page.locator('mq-board:not([data-holding])').waitFor();
      await touch.send('touchEnd', []);
      await played(page, 0);
    },
    PHONE,
  );
});

/** A cell of a block that can move. @param {Page} page @returns {Promise<number[]>} */
async function movable(page) {
  const { puzzle } = await ask(room.address, 'shelf/rush-hour');
  const { view } = await ask(room.address, 'game', { puzzle, moves: [], mode: 'strict' });
  const free = view.things.find((/** @type {any} */ thing) => view.ways[thing.index].anchors.length > 1);
  assert.ok(page);
  return free.cells[0];
}

test('a block with one way goes it when it is tapped, and one with several shows them', async () => {
  await room.visit(tableOf('klotski'), async (page) => {
    await ready(page);
    await page.mouse.click(...(await middle(page, [1, 3, 0])));
    await page.locator('.mark.fits').first().waitFor();
    await page.mouse.click(...(await middle(page, [1, 4, 0])));
    await played(page, 1);
    await page.mouse.click(...(await middle(page, [0, 0, 0])));
    await hears(page, /no way to go/);
  });
});

test('in free mode mistakes may be made, are marked, said and found by the check', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await ready(page);
    await page.locator('[data-do="strict"]').click();
    for (let i = 0; i < 4; i++) {
      await drag(page, await inTray(page, i), await middle(page, [i % 2, Math.floor(i / 2), 0]));
      await played(page, i + 1);
    }
    await page.locator('.mark.fault').first().waitFor();
    await page.locator('[data-do="check"]').click();
    await hears(page, /mistake/);
    await page.locator('[data-do="clear"]').click();
    await played(page, 5);
    await becomes(page, () => page.locator('.mark.fault').count(), 0);
    await page.keyboard.press('Control+z');
    await played(page, 4);
    await page.locator('.mark.fault').first().waitFor();
  });
});

test('a refused move goes back and says why', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await begin(page, room.address, 'framed-4x4', 1);
    await drag(page, await inTray(page, 5), await middle(page, [1, 0, 0]));
    await hears(page, /meets|frame|match|edge/i);
    await played(page, 1);
  });
});

test('a mark is set by B and gone back to by Shift+B', async () => {
  await room.visit(tableOf('pentominoes-6x10'), async (page) => {
    await begin(page, room.address, 'pentominoes-6x10', 1);
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('b');
    await hears(page, /Marked/);
    await drag(page, await inTray(page, 1), await middle(page, [5, 5, 0]));
    await played(page, 2);
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('Shift+B');
    await played(page, 1);
  });
});

test('undo that is held down goes on to the start', async () => {
  await room.visit(tableOf('rush-hour'), async (page) => {
    await begin(page, room.address, 'rush-hour', 6);
    await page.locator('.cell[tabindex="0"]').focus();
    // The system presses a key that is held again and again, and not only as often as there are moves.
    for (let i = 0; i < 20; i++) await page.keyboard.down('[');
    await becomes(page, async () => (await page.keyboard.down('['), made(page)), 0);
    await page.keyboard.up('[');
    await hears(page, /start/);
  });
});

test('the tray shows only what fits at the cursor, if asked', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await ready(page);
    await page.locator('.tray header button').click();
    await becomes(page, () => page.locator('.loose li:not(.misfit)').count(), 4);
    await page.locator('.tray header button').click();
    await becomes(page, () => page.locator('.loose li.misfit').count(), 0);
  });
});

test('a tile turned in the tray keeps its own turn, and no other turns', async () => {
  await room.visit(tableOf('framed-4x4'), async (page) => {
    await ready(page);
    await page.locator('.cell[tabindex="0"]').focus();
    await page.keyboard.press('t');
    const turned = () =>
      page
        .locator('.loose [data-turn]')
        .evaluateAll((all) => all.map((g) => /** @type {any} */ (g).style.transform));
    const before = await turned();
    await page.keyboard.press('r');
    const after = await turned();
    assert.notEqual(after[0], before[0]);
    assert.deepEqual(after.slice(1), before.slice(1));
  });
});

test('a storage that is full or forbidden stops nobody from playing', async () => {
  await room.visit(tableOf('tetravex-2x2'), async (page) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.reload();
    await ready(page);
    await drag(page, await inTray(page, 0), await middle(page, [0, 0, 0]));
    await hears(page, /placed/);
  });
});

test('a hash of rubbish shows the shelf or says what is wrong, and nothing breaks', async () => {
  await room.visit('#table?puzzle=%00%ff&moves=((((&x=%', async (page) => {
    await page.locator('main h1').waitFor();
  });
  await room.visit('#no-such-view?&&&==', async (page) => {
    await page.locator('main h1').first().waitFor();
  });
});
