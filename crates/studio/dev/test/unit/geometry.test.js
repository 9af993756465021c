import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as geometry from '../../../page/core/geometry.js';
import { around, turned } from '../../../page/core/orient.js';
import { field, lead } from '../../../page/core/roving.js';
import * as stopwatch from '../../../page/core/stopwatch.js';

/** @import { Cell, Orientation } from '../../../page/types.js' */

const frame = {
  columns: 3,
  rows: 2,
  size: 40,
  origins: [
    [16, 16],
    [160, 16],
  ],
  viewBox: [0, 0, 300, 150],
};

test('a point of the screen is found in the drawing and on the board', () => {
  const rect = { left: 100, top: 50, width: 600, height: 300 };
  const point = geometry.toUnits(frame, rect, 100 + 2 * 76, 50 + 2 * 36);
  assert.deepEqual(point, [76, 36]);
  assert.deepEqual(geometry.locate(frame, point), [1.5, 0.5, 0]);
  assert.deepEqual(geometry.cellAt(frame, [1.5, 0.5, 0]), [1, 0, 0]);
  assert.equal(geometry.cellAt(frame, [3.1, 0.5, 0]), null);
});

test('a point between two layers belongs to the nearer one', () => {
  assert.equal(geometry.locate(frame, [140, 30])[2], 0);
  assert.equal(geometry.locate(frame, [155, 30])[2], 1);
});

test('a place of the board and its point in the drawing lead to each other', () => {
  for (const spot of /** @type {geometry.Spot[]} */ ([
    [0, 0, 0],
    [2.5, 1.25, 1],
  ]))
    assert.deepEqual(geometry.locate(frame, geometry.toDrawing(frame, spot)), spot);
});

test('a piece between the two thresholds stays as it is, so it never trembles', () => {
  /** @type {Cell | null} */
  let last = geometry.cling(null, [1.2, 1, 0]);
  assert.deepEqual(last, [1, 1, 0]);
  for (const x of [1.33, 1.29, 1.35, 1.31]) {
    last = geometry.cling(last, [x, 1, 0]);
    assert.deepEqual(last, [1, 1, 0]);
  }
  last = geometry.cling(last, [1.4, 1, 0]);
  assert.equal(last, null);
  for (const x of [1.35, 1.31, 1.33]) assert.equal((last = geometry.cling(last, [x, 1, 0])), null);
});

test('the nearest cell is one within reach and in the same layer', () => {
  /** @type {Cell[]} */
  const cells = [
    [0, 0, 0],
    [2, 0, 0],
    [1, 0, 1],
  ];
  assert.deepEqual(geometry.nearest(cells, [1.6, 0.1, 0], 0.6), [2, 0, 0]);
  assert.equal(geometry.nearest(cells, [1, 0, 0], 0.6), null);
});

/** A bar of two cells, lying and standing. @type {Orientation[]} */
const bar = [
  {
    cells: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    turns: { z: { to: 1, cells: [0, 1] }, flip: { to: 0, cells: [1, 0] } },
    turn: 0,
    flip: false,
  },
  {
    cells: [
      [0, 0, 0],
      [0, 1, 0],
    ],
    turns: { z: { to: 0, cells: [1, 0] } },
    turn: 1,
    flip: false,
  },
];

test('the cell that a piece is held by stays the same part of it through turns', () => {
  assert.deepEqual(turned(bar, 0, 1, 'z'), { orientation: 1, grip: 1, same: false });
  assert.deepEqual(turned(bar, 1, 1, 'z'), { orientation: 0, grip: 0, same: false });
  assert.deepEqual(turned(bar, 0, 1, 'flip'), { orientation: 0, grip: 0, same: true });
  assert.equal(turned(bar, 0, 0, 'x'), null);
});

test('the cells of a piece are seen from the one that it is held by', () => {
  assert.deepEqual(around(bar[1], 1), [
    [0, -1, 0],
    [0, 0, 0],
  ]);
});

/** A board of 3 by 3 without its middle. */
const ring = field(
  [...Array(9).keys()].filter((n) => n !== 4).map((n) => [n % 3, Math.floor(n / 3), 0]),
  { columns: 3, rows: 3, layers: 1 },
);

test('arrows pass over holes and stop at the rim', () => {
  assert.deepEqual(lead(ring, [0, 1, 0], { key: 'ArrowRight' }), [2, 1, 0]);
  assert.equal(lead(ring, [2, 1, 0], { key: 'ArrowRight' }), null);
  assert.deepEqual(lead(ring, [1, 0, 0], { key: 'ArrowDown' }), [1, 2, 0]);
});

test('Home and End lead to the ends of the row, with Ctrl to those of the board', () => {
  assert.deepEqual(lead(ring, [1, 2, 0], { key: 'Home' }), [0, 2, 0]);
  assert.deepEqual(lead(ring, [0, 1, 0], { key: 'End' }), [2, 1, 0]);
  assert.deepEqual(lead(ring, [0, 1, 0], { key: 'End', ctrlKey: true }), [2, 2, 0]);
  assert.deepEqual(lead(ring, [2, 1, 0], { key: 'Home', ctrlKey: true }), [0, 0, 0]);
});

test('Page keys change the layer of a solid board', () => {
  const solid = field(
    [0, 1, 2].map((z) => [0, 0, z]),
    { columns: 1, rows: 1, layers: 3 },
  );
  assert.deepEqual(lead(solid, [0, 0, 0], { key: 'PageDown' }), [0, 0, 1]);
  assert.equal(lead(solid, [0, 0, 0], { key: 'PageUp' }), null);
});

test('other keys lead nowhere', () => {
  assert.equal(lead(ring, [0, 0, 0], { key: 'a' }), null);
});

test('a stopwatch counts only while it runs', () => {
  let watch = stopwatch.start(stopwatch.stopped(1000), 5000);
  assert.equal(stopwatch.read(watch, 7000), 3000);
  watch = stopwatch.pause(watch, 7000);
  assert.equal(stopwatch.read(watch, 99_000), 3000);
  assert.equal(stopwatch.words(3_723_000), '1:02:03');
  assert.equal(stopwatch.words(63_999), '1:03');
});
