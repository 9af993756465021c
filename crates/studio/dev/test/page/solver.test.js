import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { studio } from './studio.js';
import { PATIENCE, drawn } from './tools.js';

/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof studio>>} */
let house;
before(async () => void (house = await studio()));
after(() => house.close());

/** @param {Page} page @param {string} find */
async function start(page, find) {
  await page.getByRole('radio', { name: find }).check();
  await page.getByRole('button', { name: 'Start' }).click();
}

/** With an engine that no machine is through with before the test is. @param {Page} page */
async function slowly(page) {
  await page.getByText('Engine, threads and limits').click();
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('reference');
}

/** The end of a run in words. @param {Page} page */
async function verdict(page) {
  const told = page.locator('.verdict:not([hidden])');
  await told.waitFor({ timeout: 2 * PATIENCE });
  return told.innerText();
}

/** A tiling puzzle in a link, as people share it. @param {string} text */
async function linked(text) {
  const { write } = await import('../../../page/core/link.js');
  return write({ view: 'solver', text });
}

test('a count is followed to its end', () =>
  house.visit('#solver?name=pentominoes-3x20', async (page) => {
    await start(page, 'Only their number');
    assert.equal(await verdict(page), 'There are exactly 8 solutions.');
    assert.equal(await page.locator('mq-gallery button').count(), 0, 'a count keeps no solutions');
  }));

test('a count up to symmetry takes turned and mirrored solutions as one', () =>
  house.visit('#solver?name=pentominoes-3x20', async (page) => {
    await page.getByRole('radio', { name: 'Only their number' }).check();
    await page.getByLabel('Turned or mirrored ones').selectOption('all');
    await page.getByRole('button', { name: 'Start' }).click();
    assert.equal(await verdict(page), 'There are exactly 2 solutions.');
  }));

test('a limit is not told as a proof', () =>
  house.visit('#solver?name=framed-8x8', async (page) => {
    await page.getByText('Engine, threads and limits').click();
    await page.getByLabel('Nodes at most').fill('1000');
    await start(page, 'One solution');
    assert.match(await verdict(page), /^Stopped without an answer: the limit of nodes was reached/);
  }));

test('a proof is not told as a limit', async () => {
  // The areas fit and the pieces do not: it takes a search to know.
  const never = await linked('marquetry tiling\nboard\n  #.#\n  ###\npiece I\n  ###\npiece D\n  ##\n');
  await house.visit(never, async (page) => {
    await start(page, 'One solution');
    assert.equal(await verdict(page), 'There is no solution: everything was searched, and that is a proof.');
  });
});

test('a run is stopped at once, and what was found stays', () =>
  house.visit('#solver?name=pentominoes-6x10', async (page) => {
    await slowly(page);
    await start(page, 'All solutions');
    await page.locator('mq-gallery button').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.match(await verdict(page), /^Found [\d,]+, then stopped: you stopped it\. There may be more\.$/);
    await page.locator('mq-gallery button').first().waitFor();
  }));

test('ten thousand solutions make a gallery of few elements that is quick to the last', () =>
  house.visit('#solver?name=soma', async (page) => {
    await start(page, 'All solutions');
    assert.equal(await verdict(page), 'Found 10,000 solutions. There may be more.');
    await page.locator('mq-gallery button').first().waitFor();
    const items = await page.locator('mq-gallery button').count();
    assert.ok(items < 100, `${items} of 10,000 exist`);
    await page.getByLabel('Go to no.').fill('10000');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Solution 10,000', exact: true }).waitFor();
    const frames = await page.evaluate(scrolled);
    console.log(
      `# gallery of 10,000: ${items} elements; worst frame while scrolling all of it ${frames.toFixed(0)} ms`,
    );
    await page.getByRole('button', { name: 'Solution 10,000', exact: true }).focus();
    await page.keyboard.press('Control+Home');
    await page.getByRole('button', { name: 'Solution 1', exact: true }).waitFor();
  }));

/** Scrolls through the whole gallery and gives the longest time of a frame. Runs in the page. */
async function scrolled() {
  const gallery = /** @type {HTMLElement} */ (document.querySelector('mq-gallery'));
  let worst = 0;
  let last = performance.now();
  for (let step = 0; step <= 60; step++) {
    gallery.scrollTop = (gallery.scrollHeight * step) / 60;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    worst = Math.max(worst, performance.now() - last);
    last = performance.now();
  }
  return worst;
}

test('a solution opens on the table', () =>
  house.visit('#solver?name=tetravex-3x3', async (page) => {
    await start(page, 'One solution');
    await page.getByRole('button', { name: 'Solution 1', exact: true }).click();
    await page.getByRole('button', { name: 'Open on the table' }).click();
    await page.waitForURL(/#table\?name=tetravex-3x3&moves=/);
    await page.locator('mq-board svg').waitFor();
  }));

test('a solution is saved as a picture and in a format', () =>
  house.visit('#solver?name=tetravex-2x2', async (page) => {
    await start(page, 'One solution');
    await page.getByRole('button', { name: 'Solution 1', exact: true }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    for (const [kind, name] of [
      ['SVG', 'tetravex-2x2-1.svg'],
      ['PNG', 'tetravex-2x2-1.png'],
      ['native', /\.marquetry$/],
    ]) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: String(kind), exact: true }).click();
      assert.match((await saved).suggestedFilename(), new RegExp(name ?? ''));
    }
  }));

test('the best board of Eternity II is followed for ten seconds, with its curve', () =>
  house.visit('#solver?name=eternity2', async (page) => {
    await page.getByText('Engine, threads and limits').click();
    await page.getByLabel('Seconds at most').fill('10');
    await start(page, 'The best board');
    await page.locator('mq-curve path.line').waitFor();
    assert.equal(await verdict(page), 'Stopped: the time was up. This is the best board so far.');
    const path = (await page.locator('mq-curve path.line').getAttribute('d')) ?? '';
    assert.match(path, /^M[\d. ]+(H[\d.]+V[\d.]+)+H[\d.]+$/, 'the curve climbs');
    const score = await page.locator('.best .score').innerText();
    assert.match(score, /^[1-9]\d* of 480 edges match, \d+ of 256 tiles lie$/);
    // How good it is says how fast the machine is: it is printed, not asserted.
    console.log(`# eternity2 after ten seconds: ${score}`);
    await drawn(page, page.locator('.best img'));
    await page.getByRole('button', { name: 'Save the best board…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'SVG' }).waitFor();
  }));

test('a run goes on over a reload', () =>
  // No machine counts them before the page is there again.
  house.visit('#solver?name=eternity2', async (page) => {
    await start(page, 'Only their number');
    await page.locator('.standing').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.match(await verdict(page), /you stopped it/);
  }));

test('a run at full speed leaves the page its frames', () =>
  house.visit('#solver?name=pentominoes-6x10', async (page) => {
    await slowly(page);
    await start(page, 'All solutions');
    await page.locator('mq-gallery button').first().waitFor();
    const frames = await page.evaluate(async () => {
      const times = [];
      let last = performance.now();
      for (let frame = 0; frame < 120; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(performance.now() - last);
        last = performance.now();
      }
      return times.sort((a, b) => a - b);
    });
    const [median, worst] = [frames[60] ?? 0, frames[119] ?? 0];
    console.log(
      `# while a search runs: a frame takes ${median.toFixed(0)} ms, the worst of 120 ${worst.toFixed(0)} ms`,
    );
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.verdict').waitFor();
  }));
