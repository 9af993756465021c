import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { studio } from './studio.js';
import { PATIENCE, drawn } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/** A file of each family, in formats that are told by their content. */
const FILES = {
  matching: {
    name: 'two.marquetry',
    text: 'marquetry matching\nsize 2x1\nturn no\ntiles\n  a 1 2 1 1\n  b 1 1 1 2\n',
  },
  tiling: {
    name: 'corner.marquetry',
    text: 'marquetry tiling\ntitle A corner\nboard\n  ##\n  #.\npiece V\n  ##\n  #.\n',
  },
  sliding: { name: 'klotski.txt', text: 'marquetry sliding\ntitle A push\ntray\n  A.\ngoal\n  .A\n' },
};

/**
 * Where a puzzle lies that was opened, dropped or made. The table is come to by the name that this browser keeps it under, and
 * writes the puzzle itself into the address soon after: a test that waits for the first of the two may come too late.
 */
const TABLE = /#table\?(kept|puzzle)=/;

/** Drops a file on the page, as a hand would. @param {Page} page @param {string} name @param {string} text */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text ?? ''], name ?? '', { type: 'text/plain' }));
      return dropped;
    },
    [name, text],
  );
  await page.dispatchEvent('.view.shelf', 'dragover', { dataTransfer: data });
  await page.locator('.view.shelf[data-over]').waitFor();
  await page.dispatchEvent('.view.shelf', 'drop', { dataTransfer: data });
}

test('every built-in puzzle stands on the shelf with its picture, by family', () =>
  house.visit('#shelf', async (page) => {
    await page.locator('.cards a').nth(20).waitFor();
    assert.ok((await page.locator('.cards a').count()) >= 27);
    assert.equal(await page.locator('.shelf section').count(), 3);
    const picture = page.locator('.cards img[src]').first();
    await drawn(page, picture);
    assert.match((await picture.getAttribute('src')) ?? '', /shelf\/.*\.svg$/);
  }));

test('the search box leaves what has all its words', () =>
  house.visit('#shelf', async (page) => {
    await page.getByRole('searchbox').fill('pent by 10');
    await page.locator('.cards a:visible', { hasText: 'Pentominoes, 6 by 10' }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.cards li:not([hidden])').length < 5);
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No puzzle on the shelf has all these words.').waitFor();
  }));

for (const [family, { name, text }] of Object.entries(FILES)) {
  test(`a file of the family ${family} that is dropped is opened on the table`, () =>
    house.visit('#shelf', async (page) => {
      await page.locator('.cards a').first().waitFor();
      await drop(page, name, text);
      await page.waitForURL(TABLE);
      await page.locator('mq-board svg').waitFor();
    }));
}

test('a file can be chosen, and what was opened last is there again', () =>
  house.visit('#shelf', async (page) => {
    await page.locator('.cards a').first().waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'corner.marquetry',
      mimeType: 'text/plain',
      buffer: Buffer.from(FILES.tiling.text),
    });
    await page.waitForURL(TABLE);
    await page.locator('mq-board svg').waitFor();
    await page.locator('nav a', { hasText: 'Shelf' }).click();
    const last = page.getByRole('region', { name: 'Opened last' });
    await last.getByText('A corner').waitFor();
    await drawn(page, last.locator('img'));
  }));

test('a broken text shows its faults with their places, and can be mended in the workshop', () =>
  house.visit('#shelf', async (page) => {
    await page.getByRole('button', { name: 'Paste a text or link' }).click();
    await page
      .getByRole('textbox', { name: 'Text or link' })
      .fill('marquetry tiling\nbord\n  ##\npiece A\n  ##\n');
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    const faults = page.getByRole('dialog').locator('.faults li');
    await faults.filter({ hasText: "'bord' is not a keyword here" }).waitFor();
    await faults.filter({ hasText: 'line 2, column 1' }).waitFor();
    await page.getByRole('button', { name: 'Mend it in the workshop' }).click();
    await page.locator('mq-editor mark').first().waitFor();
    const marked = await page.locator('mq-editor mark').allTextContents();
    assert.ok(marked.includes('bord'), `underlined: ${marked}`);
  }));

test('of a file with several puzzles one is chosen, and a tray finds its goal in a second file', () =>
  house.visit('#shelf', async (page) => {
    const buffer = (/** @type {string} */ text) => Buffer.from(text);
    const file = (/** @type {string} */ name, /** @type {string} */ text) => ({
      name,
      mimeType: 'text/plain',
      buffer: buffer(text),
    });
    const boards = ['IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM', 'BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN'];
    await page.locator('.cards a').first().waitFor();
    await page.setInputFiles(
      'input[type=file]',
      file('rush.txt', `60 ${boards[0]} 2332\n58 ${boards[1]} 9192\n`),
    );
    await page.getByRole('dialog', { name: 'This file holds 2 puzzles' }).getByLabel('Which one?').fill('2');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL(TABLE);
    // The shelf stays in sight until the table is there.
    await page.locator('mq-board svg').waitFor();
    await page.goto(`${house.address}#shelf`);
    await page.locator('.cards a').first().waitFor();
    await page.setInputFiles('input[type=file]', [
      file('tray', '1 2\n1 1 0 0\n'),
      file('tray.goal', '1 1 0 1\n'),
    ]);
    await page.waitForURL(TABLE);
    await page.locator('mq-board svg').waitFor();
  }));

test('a link to a puzzle that is pasted is followed', () =>
  house.visit('#shelf', async (page) => {
    await page.getByRole('button', { name: 'Paste a text or link' }).click();
    await page.getByRole('textbox', { name: 'Text or link' }).fill('http://elsewhere/#table?name=klotski');
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(/#table\?name=klotski/);
    await page.locator('mq-board svg').waitFor();
  }));

test('a puzzle is made from a seed', () =>
  house.visit('#shelf', async (page) => {
    await page.getByRole('button', { name: 'Make one' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Columns').fill('3');
    await form.getByLabel('Rows').fill('2');
    await form.getByLabel('Seed').fill('7');
    await form.getByRole('button', { name: 'Make it' }).click();
    await page.waitForURL(TABLE);
    await page.locator('h1', { hasText: 'tetravex 3x2, 10 colours, seed 7' }).waitFor();
  }));

for (const kind of ['tiling', 'sliding', 'rush-hour'])
  test(`a puzzle of the kind ${kind} is made from a seed, and can be played`, () =>
    house.visit('#shelf', async (page) => {
      await page.getByRole('button', { name: 'Make one' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Kind').selectOption(kind);
      await form.getByLabel('Colours').waitFor({ state: kind === 'tiling' ? 'visible' : 'hidden' });
      await form.getByLabel('Seed').fill('1');
      await form.getByRole('button', { name: 'Make it' }).click();
      await page.waitForURL(TABLE, { timeout: 2 * PATIENCE });
      await page.locator('.cell[tabindex="0"]').waitFor();
    }));
