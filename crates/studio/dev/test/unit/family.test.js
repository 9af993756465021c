import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATTICES, frameOf } from '../../../page/core/geometry.js';
import { matching } from '../../../page/family/matching.js';
import { sliding } from '../../../page/family/sliding.js';
import { tiling } from '../../../page/family/tiling.js';

/** @import { Held } from '../../../page/core/held.js' */
/** @import { Setup, View } from '../../../page/types.js' */

/** @param {object} some @returns {Setup} */
const setup = (some) =>
  /** @type {Setup} */ (
    /** @type {unknown} */ ({
      columns: 3,
      rows: 3,
      layers: 1,
      grid: 'squares',
      lattice: LATTICES.squares,
      cells: [
        [0, 0, 0],
        [2, 2, 0],
      ],
      origins: [[0, 0]],
      things: [],
      ...some,
    })
  );

/** @param {object[]} things @param {object} [more] @returns {View} */
const view = (things, more = {}) =>
  /** @type {View} */ (/** @type {unknown} */ ({ things, left: [], ...more }));

/** @param {Held | string | null} held @returns {Held} */
function hold(held) {
  assert.ok(held && typeof held === 'object', String(held));
  return held;
}

const tiles = setup({ things: [{ turning: true }, { turning: true }] });
const two = view([
  { index: 0, copy: 1, cell: [0, 0, 0], cells: [[0, 0, 0]], turn: 1, pinned: false },
  { index: 1, copy: 1, cell: [1, 0, 0], cells: [[1, 0, 0]], turn: 0, pinned: true },
]);

test('a tile from the tray is placed, and one that lies there goes back to the tray', () => {
  const held = hold(matching.fromTray(tiles, two, 0, 2));
  assert.deepEqual(matching.drop(tiles, view([]), held, [2, 1, 0], null), {
    tile: { place: { tile: 0, cell: 5, turn: 2 } },
  });
  assert.deepEqual(matching.drop(tiles, two, held, [1, 0, 0], null), {
    together: [{ tile: { remove: { cell: 1 } } }, { tile: { place: { tile: 0, cell: 1, turn: 2 } } }],
  });
});

test('a tile of the board is carried, swapped, or put back where nothing changes', () => {
  const held = hold(matching.take(tiles, two, [0, 0, 0]));
  assert.equal(matching.drop(tiles, two, held, [0, 0, 0], null), null);
  assert.deepEqual(matching.drop(tiles, two, held, [2, 2, 0], null), {
    tile: { carry: { from: 0, to: 8, turn: 1 } },
  });
  assert.deepEqual(matching.drop(tiles, two, held, [1, 0, 0], null), { tile: { swap: { a: 0, b: 1 } } });
  const turned = hold(matching.turn(tiles, held, 'z-'));
  assert.deepEqual(matching.drop(tiles, two, turned, [0, 0, 0], null), {
    tile: { carry: { from: 0, to: 0, turn: 0 } },
  });
  assert.deepEqual(matching.drop(tiles, two, turned, [1, 0, 0], null), {
    together: [{ tile: { swap: { a: 0, b: 1 } } }, { tile: { turn: { cell: 1, by: 3 } } }],
  });
});

test('a pinned tile is not taken, and nothing is not either', () => {
  assert.equal(matching.take(tiles, two, [1, 0, 0]), 'pinned');
  assert.equal(matching.take(tiles, two, [2, 2, 0]), 'empty');
});

test('a tile fits where the server says so: as it is, or after a turn', () => {
  const held = hold(matching.fromTray(tiles, view([]), 0, 1));
  const spots = matching.spots(held, [
    { cell: [0, 0, 0], turns: [1, 2] },
    { cell: [1, 0, 0], turns: [0] },
  ]);
  assert.deepEqual(
    [...spots],
    [
      ['0,0,0', 'fits'],
      ['1,0,0', 'turn'],
    ],
  );
});

/** A corner of three cells, as it is and turned once. */
const corner = setup({
  things: [
    {
      orientations: [
        {
          cells: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          turns: { z: { to: 1, cells: [1, 2, 0] } },
          turn: 0,
          flip: false,
        },
        {
          cells: [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
          ],
          turns: {},
          turn: 1,
          flip: false,
        },
      ],
    },
  ],
});

test('a piece is put down by its first cell, wherever it is held', () => {
  const lying = view([
    {
      index: 0,
      copy: 1,
      cell: [1, 1, 0],
      cells: [
        [1, 1, 0],
        [2, 1, 0],
        [1, 2, 0],
      ],
      orientation: 0,
      pinned: false,
    },
  ]);
  const held = hold(tiling.take(corner, lying, [2, 1, 0]));
  assert.equal(held.grip, 1);
  assert.deepEqual(tiling.drop(corner, lying, held, [1, 0, 0], null), {
    piece: { carry: { from: [2, 1, 0], orientation: 0, at: [0, 0, 0] } },
  });
  assert.equal(tiling.drop(corner, lying, held, [2, 1, 0], null), null);
  assert.deepEqual(tiling.away(corner, held), { piece: { remove: { cell: [2, 1, 0] } } });
});

test('the cell that a piece is held by stays under the finger through a turn', () => {
  const held = hold(tiling.fromTray(corner, view([]), 0, 0));
  const turned = hold(tiling.turn(corner, held, 'z'));
  assert.deepEqual(
    turned.around.find(([x, y]) => x === 0 && y === 0),
    [0, 0, 0],
  );
  assert.equal(turned.grip, [1, 2, 0][held.grip]);
  assert.equal(tiling.turn(corner, turned, 'z'), 'never');
});

test('a piece is drawn to a place where it fits, and to no other', () => {
  const held = hold(tiling.fromTray(corner, view([]), 0, 0));
  const ways = [
    {
      orientation: 0,
      at: /** @type {[number, number, number]} */ ([0, 0, 0]),
      cells: /** @type {[number, number, number][]} */ ([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ]),
    },
  ];
  const spots = tiling.spots(held, ways);
  const follow = tiling.follower(held, ways, spots, frameOf(corner));
  const [x = 0, y = 0] = ways[0]?.cells[held.grip] ?? [];
  assert.deepEqual(follow([x + 0.4, y + 0.3, 0], 0).shown, [x, y, 0]);
  assert.deepEqual(follow([x + 1.4, y + 1, 0], 0).shown, [x + 1.4, y + 1, 0]);
});

/** A bar of two triangles: a down on the right of an up, and turned by a sixth an up on the right of a down. */
const bar = setup({
  grid: 'triangles',
  lattice: LATTICES.triangles,
  things: [
    {
      orientations: [
        {
          cells: [
            [0, 0, 0],
            [1, 0, 0],
          ],
          turns: { z: { to: 1, cells: [0, 1] } },
          middle: [0.75, 0.433],
        },
        {
          down: true,
          cells: [
            [0, 0, 0],
            [1, 0, 0],
          ],
          turns: {},
          middle: [0.75, 0.433],
        },
      ],
    },
  ],
});

test('a piece of triangles is held over cells that point as its own do', () => {
  const held = { ...hold(tiling.fromTray(bar, view([]), 0, 0)) };
  assert.deepEqual([held.grip, held.parity], [0, 0]);
  assert.equal(hold(tiling.turn(bar, held, 'z')).parity, 1);
  const follow = tiling.follower(held, [], new Map(), frameOf(bar));
  assert.deepEqual(follow([0.9, 0.1, 0], 0).cell, [0, 0, 0], 'the next one points down');
  assert.deepEqual(follow([1.1, 0.1, 0], 0).cell, [2, 0, 0]);
  const down = hold(tiling.turn(bar, held, 'z'));
  assert.deepEqual(tiling.drop(bar, view([]), down, [1, 0, 0], null), {
    piece: { place: { piece: 0, orientation: 1, at: [1, 0, 0] } },
  });
});

test('a second copy of a piece is another one than the first', () => {
  const lying = view([{ index: 0, copy: 1, cells: [[0, 0, 0]], pinned: false }]);
  assert.equal(tiling.fromTray(corner, lying, 0, 0)?.copy, 2);
});

test('a block goes along its ways by its grip, and the path is the shortest', () => {
  const bar = view([
    {
      index: 0,
      copy: 1,
      cell: [0, 0, 0],
      cells: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      pinned: false,
    },
  ]);
  const room = {
    anchors: /** @type {[number, number, number][]} */ ([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
    ]),
    steps: [
      [null, 1, null, null],
      [null, null, 2, 0],
      [1, null, null, null],
    ],
  };
  const held = hold(sliding.take(setup({ things: [{ fixed: false }] }), bar, [1, 0, 0]));
  assert.deepEqual([...sliding.spots(held, room).keys()], ['2,0,0', '2,1,0']);
  assert.deepEqual(sliding.step(held, room, [1, 0, 0], 1, false), [2, 0, 0]);
  assert.equal(sliding.step(held, room, [1, 0, 0], 0, false), null);
  assert.deepEqual(sliding.drop(setup({}), bar, held, [2, 1, 0], room), { block: { block: 0, path: 'RD' } });
  assert.equal(sliding.drop(setup({}), bar, held, [1, 0, 0], room), null);
  assert.equal(sliding.take(setup({ things: [{ fixed: true }] }), bar, [1, 0, 0]), 'fixed');
});
