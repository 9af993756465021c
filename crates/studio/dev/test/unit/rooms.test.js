import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaning } from '../../../page/core/ending.js';
import { begin, push, redo, undo } from '../../../page/core/history.js';
import { latest, newest, settled } from '../../../page/core/latest.js';
import { runs, span } from '../../../page/core/marks.js';
import { due, speedOf } from '../../../page/core/pace.js';
import { scale, stairs, thinned } from '../../../page/core/plot.js';
import { emptyTape, lying, record, skyline, wind } from '../../../page/core/tape.js';
import { rowsAt, scrollTo } from '../../../page/core/window.js';

const SHELF = { count: 10_000, width: 1000, tile: 120, high: 130 };

test('a gallery of ten thousand has as many rows as are seen, and two more on each side', () => {
  assert.deepEqual(rowsAt(SHELF, 13_000, 600), { columns: 8, rows: 1250, first: 98, end: 107 });
});

test('at its ends a gallery has no rows that are not there', () => {
  assert.equal(rowsAt(SHELF, -50, 600).first, 0);
  assert.equal(rowsAt(SHELF, 1e9, 600).end, 1250);
  assert.deepEqual(rowsAt({ ...SHELF, count: 0 }, 0, 600), { columns: 8, rows: 0, first: 0, end: 0 });
  assert.equal(rowsAt({ ...SHELF, width: 50 }, 0, 600).columns, 1);
});

test('a row is scrolled to no further than it must', () => {
  assert.equal(scrollTo(0, 100, 250, 300), 0);
  assert.equal(scrollTo(3, 100, 250, 300), 250);
  assert.equal(scrollTo(9, 100, 250, 300), 700);
});

/** A promise with its ends in hand. */
function promised() {
  /** @type {(value: unknown) => void} */
  let resolve = () => {};
  /** @type {(error: unknown) => void} */
  let reject = () => {};
  const promise = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  return {
    promise,
    resolve: (/** @type {unknown} */ value) => resolve(value),
    reject: (/** @type {unknown} */ error) => reject(error),
  };
}

/** Lets everything that is due be done. */
const calm = () => new Promise((resolve) => setImmediate(resolve));

test('of the wishes made while one is worked on only the last is begun', async () => {
  /** @type {number[]} */
  const begun = [];
  /** @type {ReturnType<typeof promised>[]} */
  const ends = [];
  /** @type {unknown[]} */
  const told = [];
  const wish = latest(
    (/** @type {number} */ number) => {
      begun.push(number);
      const end = promised();
      ends.push(end);
      return end.promise;
    },
    (answer, number) => told.push([answer, number]),
  );
  [1, 2, 3, 4].forEach(wish);
  assert.deepEqual(begun, [1]);
  ends[0]?.resolve('old');
  await calm();
  assert.deepEqual(begun, [1, 4]);
  ends[1]?.resolve('new');
  await calm();
  assert.deepEqual(told, [['new', 4]], 'an answer that was overtaken is not told');
});

test('work that fails does not stop what waits behind it', async () => {
  const ends = [promised(), promised()];
  /** @type {unknown[]} */
  const told = [];
  /** @type {unknown[]} */
  const failed = [];
  const wish = latest(
    (/** @type {number} */ i) => ends[i]?.promise ?? Promise.resolve(),
    (answer) => told.push(answer),
    (error) => failed.push(error),
  );
  wish(0);
  ends[0]?.reject('broken');
  await calm();
  wish(1);
  ends[1]?.resolve('well');
  await calm();
  assert.deepEqual([told, failed], [['well'], ['broken']]);
});

test('of events of one name the newest is held', () => {
  const held = newest();
  held.put('progress', 1);
  held.put('progress', 2);
  held.put('end', 3);
  assert.deepEqual(
    [...held.take()],
    [
      ['progress', 2],
      ['end', 3],
    ],
  );
  assert.equal(held.take().size, 0);
});

test('a call is put off until the hand rests', () => {
  const timers = new Map();
  let next = 0;
  const clock = {
    set: (/** @type {() => void} */ run) => (timers.set(++next, run), next),
    clear: (/** @type {number} */ id) => timers.delete(id),
  };
  /** @type {unknown[]} */
  const calls = [];
  const call = settled(200, (/** @type {string} */ text) => calls.push(text), clock);
  ['a', 'ab', 'abc'].forEach(call);
  assert.equal(timers.size, 1);
  timers.forEach((run) => run());
  assert.deepEqual(calls, ['abc']);
});

test('undo after push is identity, and a new value cuts the future', () => {
  const one = begin('one');
  const two = push(one, 'two');
  assert.deepEqual(undo(two), { past: [], now: 'one', future: ['two'] });
  assert.deepEqual(redo(undo(two)), two);
  assert.equal(push(undo(two), 'three').future.length, 0);
  assert.equal(undo(one).now, 'one');
  assert.equal(push(one, 'one'), one);
});

test('a limit is never told as a proof, nor a proof as a limit', () => {
  const end = (
    /** @type {string} */ ending,
    /** @type {'found' | 'none' | 'unknown'} */ answer,
    solutions = 0,
  ) => meaning({ ending, answer, solutions });
  assert.equal(end('exhausted', 'none').verdict, 'none');
  assert.equal(end('exhausted', 'found', 3).verdict, 'counted');
  assert.deepEqual(end('enough', 'found', 1), { verdict: 'found', count: '1', all: false, limit: '' });
  assert.equal(end('time-limit', 'unknown').verdict, 'limit');
  assert.deepEqual(end('cancelled', 'found', 7), {
    verdict: 'found',
    count: '7',
    all: false,
    limit: 'cancelled',
  });
  assert.equal(end('node-limit', 'none').verdict, 'limit', 'without the whole search there is no proof');
  assert.equal(
    meaning({ ending: 'exhausted', answer: 'found', solutions: 1, total: '9'.repeat(30) }).count.length,
    30,
  );
});

test('the fraction of a step is carried to the next frame', () => {
  let [shown, carried] = [0, 0];
  for (let frame = 0; frame < 60; frame++) {
    const next = due(7, 1000 / 60, carried);
    [shown, carried] = [shown + next.steps, next.carried];
  }
  assert.ok(shown === 7 || (shown === 6 && carried > 0.99));
  assert.equal(due(100, 60_000, 0).steps, 25, 'a page that lay hidden does not make up for it');
  assert.deepEqual([speedOf(-9), speedOf(0), speedOf(5)], [0.5, 1, 100_000]);
});

/**
 * @param {'laid' | 'taken-back'} act
 * @param {string} piece
 * @param {number} depth
 */
const step = (act, piece, depth) => ({ act, piece, depth, cell: [0, 0, 0], nodes: 0, solutions: 0 });
const laid = (/** @type {string} */ piece, /** @type {number} */ depth) => step('laid', piece, depth);
const back = (/** @type {string} */ piece, /** @type {number} */ depth) => step('taken-back', piece, depth);

/** Lays a, b; takes b back; lays c, d; takes all back; lays e. */
function tapeOfEight() {
  /** @type {import("../../../page/core/tape.js").Tape<ReturnType<typeof step>>} */
  const tape = emptyTape();
  const things = (/** @type {ReturnType<typeof step>} */ { piece }) => [piece];
  record(tape, [laid('a', 1), laid('b', 2), back('b', 1), laid('c', 2), laid('d', 3)], things);
  record(tape, [back('d', 2), back('c', 1), back('a', 0), laid('e', 1)], things);
  return tape;
}

test('what lies is known at every place of the tape', () => {
  const tape = tapeOfEight();
  const names = (/** @type {number} */ at) =>
    lying(tape, at)
      .map((step) => step.piece)
      .join('');
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(names), [
    '',
    'a',
    'ab',
    'a',
    'ac',
    'acd',
    'ac',
    'a',
    '',
    'e',
  ]);
});

test('winding from anywhere to anywhere shows what lies there', () => {
  const tape = tapeOfEight();
  for (let from = 0; from <= 9; from++) {
    for (let to = 0; to <= 9; to++) {
      const board = new Set(lying(tape, from).map((step) => step.piece));
      for (const [piece, last] of wind(tape, from, to)) {
        if (tape.steps[last]?.act === 'laid') board.add(piece);
        else board.delete(piece);
      }
      const wanted = lying(tape, to).map((step) => step.piece);
      assert.deepEqual([...board].sort(), wanted.sort(), `${from} to ${to}`);
    }
  }
});

test('winding touches only what was touched on the way', () => {
  const tape = tapeOfEight();
  assert.deepEqual([...wind(tape, 2, 5)].sort(), [
    ['b', 2],
    ['c', 3],
    ['d', 4],
  ]);
  assert.deepEqual([...wind(tape, 5, 3)].sort(), [
    ['c', -1],
    ['d', -1],
  ]);
  assert.deepEqual([...wind(tape, 4, 4)], []);
});

test('a skyline has as many columns as fit and forgets no solution', () => {
  const steps = Array.from({ length: 1000 }, (_, i) => ({ depth: i % 10, solved: i === 777 }));
  const line = skyline(steps, 100);
  assert.equal(line.length, 100);
  assert.deepEqual(line[77], { start: 770, least: 0, most: 9, solved: true });
  assert.equal(line.filter((column) => column.solved).length, 1);
});

test('a scale has round numbers and spans its values', () => {
  assert.deepEqual(scale(0, 10).ticks, [0, 5, 10]);
  assert.deepEqual(scale(412, 449).ticks, [410, 420, 430, 440, 450]);
  assert.deepEqual(scale(7, 7).ticks.length >= 2, true);
});

test('a curve goes along in stairs, on to the present', () => {
  const scales = { x: scale(0, 10), y: scale(0, 10) };
  const points = [
    { seconds: 0, score: 0 },
    { seconds: 5, score: 10 },
  ];
  assert.equal(stairs(points, 10, scales, { width: 100, height: 50 }), 'M0 50H50V0H100');
  assert.equal(stairs([], 10, scales, { width: 100, height: 50 }), '');
});

test('a curve of many points keeps its ends', () => {
  const points = Array.from({ length: 5000 }, (_, i) => ({ seconds: i, score: i }));
  const few = thinned(points, 400);
  assert.ok(few.length <= 401);
  assert.deepEqual([few[0], few.at(-1)], [points[0], points.at(-1)]);
});

test('a text is cut at its faults and joined it is itself', () => {
  const text = 'marquetry tiling\nboard\n  #x#\nbord\n';
  const faults = [
    { line: 4, column: 1, length: 4, message: 'there is no section bord' },
    { line: 3, column: 4, length: 1, message: 'x' },
    { line: 99, column: 99, message: 'the text ends too soon' },
  ];
  const cut = runs(text, faults);
  assert.equal(cut.map((run) => run.text).join(''), text);
  assert.deepEqual(
    cut.filter((run) => run.fault >= 0).map((run) => [run.text, run.fault]),
    [
      ['x', 1],
      ['bord', 0],
    ],
  );
});

test('columns count characters, also where they take two units', () => {
  assert.deepEqual(span('😀😀x', { line: 1, column: 3, length: 1, message: '' }), { start: 4, end: 5 });
  assert.deepEqual(span('', { line: 1, column: 1, message: '' }), { start: 0, end: 0 });
});
