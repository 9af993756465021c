import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as geometry from '../../../page/core/geometry.js';
import { around, turned } from '../../../page/core/orient.js';
import { field, lead, onto } from '../../../page/core/roving.js';
import * as stopwatch from '../../../page/core/stopwatch.js';

/** @import { Cell, Orientation } from '../../../page/types.js' */

/** @type {Record<string, import('../../../page/types.js').Lattice>} */
const LATTICES = {
  squares: { across: 40, down: [0, 40], cell: [40, 40] },
  hexagons: { across: 40, down: [20, 34.64], cell: [40, 46.19] },
  triangles: { across: 32, down: [0, 55.43], cell: [64, 55.43] },
};

/** A board of 3 by 2 in two layers. @param {import('../../../page/types.js').Grid} grid @returns {geometry.Frame} */
function frameWith(grid) {
  const lattice = /** @type {import('../../../page/types.js').Lattice} */ (LATTICES[grid]);
  const cells = [0, 1, 2].flatMap((x) => [0, 1].map((y) => [x, y]));
  const origins = [
    [16, 16],
    [160, 16],
  ];
  return { grid, lattice, reach: geometry.reach(lattice, cells), origins, viewBox: [0, 0, 300, 150] };
}
const frame = frameWith('squares');

test('a point of the screen is found in the drawing and on the board', () => {
  const rect = { left: 100, top: 50, width: 600, height: 300 };
  const point = geometry.toUnits(frame, rect, 100 + 2 * 76, 50 + 2 * 36);
  assert.deepEqual(point, [76, 36]);
  assert.deepEqual(geometry.locate(frame, point), [1.5, 0.5, 0]);
  assert.equal(geometry.beside(frame, point), 0);
  assert.equal(geometry.beside(frame, [16, 16 - 20]), 0.5);
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

test('on every grid a place settles on the nearest cell, of triangles on one that points as it must', () => {
  for (const grid of /** @type {const} */ (['squares', 'hexagons', 'triangles'])) {
    const here = frameWith(grid);
    for (const parity of grid === 'triangles' ? [0, 1] : [null])
      for (let i = 0; i < 400; i++) {
        /** @type {geometry.Spot} */
        const spot = [(i % 20) / 4 - 1.03, Math.floor(i / 20) / 6 - 0.51, 0];
        const found = geometry.settled(here, spot, parity);
        assert.ok(geometry.alike(found, parity));
        for (let x = -4; x < 9; x++)
          for (let y = -4; y < 9; y++)
            if (geometry.alike([x, y, 0], parity))
              assert.ok(
                geometry.apart(here, found, spot) <= geometry.apart(here, [x, y, 0], spot) + 1e-9,
                `${grid} ${spot}: ${found}, not ${x},${y}`,
              );
      }
  }
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
  assert.deepEqual(geometry.nearest(frame, cells, [1.6, 0.1, 0], 0.6), [2, 0, 0]);
  assert.equal(geometry.nearest(frame, cells, [1, 0, 0], 0.6), null);
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
  { columns: 3, rows: 3, layers: 1, grid: 'squares' },
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
    { columns: 1, rows: 1, layers: 3, grid: 'squares' },
  );
  assert.deepEqual(lead(solid, [0, 0, 0], { key: 'PageDown' }), [0, 0, 1]);
  assert.equal(lead(solid, [0, 0, 0], { key: 'PageUp' }), null);
});

/** @param {import('../../../page/types.js').Grid} grid @param {readonly (readonly [number, number])[]} cells */
const flat = (grid, cells) =>
  field(
    cells.map(([x, y]) => [x, y, 0]),
    { columns: 9, rows: 9, layers: 1, grid },
  );

test('on hexagons a way up or down stays in its column as it is seen', () => {
  // A board of 3 by 4 whose odd rows lie half a cell to the right.
  const rows = [0, 1, 2, 3].flatMap((y) =>
    [0, 1, 2].map((x) => /** @type {const} */ ([x + 2 - Math.floor(y / 2), y])),
  );
  const board = flat('hexagons', rows);
  const cell = lead(board, [3, 0, 0], { key: 'ArrowDown' });
  assert.deepEqual(cell, [3, 1, 0]);
  assert.deepEqual(lead(board, [3, 1, 0], { key: 'ArrowDown' }), [2, 2, 0]);
  assert.deepEqual(lead(board, [3, 0, 0], { key: 'ArrowDown', ctrlKey: true }), [2, 3, 0]);
  assert.deepEqual(lead(board, [2, 3, 0], { key: 'ArrowUp', ctrlKey: true }), [3, 0, 0]);
  // Where there is no such cell, the other one below will do.
  assert.deepEqual(lead(flat('hexagons', [...rows, [5, 4]]), [4, 3, 0], { key: 'ArrowDown' }), null);
  assert.deepEqual(lead(flat('hexagons', [...rows, [0, 4]]), [1, 3, 0], { key: 'ArrowDown' }), [0, 4, 0]);
});

test('what lies on every second triangle is led over those between', () => {
  const board = flat(
    'triangles',
    [0, 1].flatMap((y) => [0, 1, 2, 3, 4].map((x) => /** @type {const} */ ([x, y]))),
  );
  const up = (/** @type {Cell} */ cell) => geometry.alike(cell, 0);
  assert.deepEqual(onto(board, [1, 0, 0], up, 'ArrowRight'), [2, 0, 0]);
  assert.deepEqual(onto(board, [1, 0, 0], up, 'ArrowLeft'), [0, 0, 0]);
  assert.deepEqual(onto(board, [4, 1, 0], up, 'ArrowDown'), [3, 1, 0], 'there is none to the right');
  assert.equal(onto(board, [4, 1, 0], up, 'ArrowRight'), null);
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
