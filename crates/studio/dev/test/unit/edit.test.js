import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOrigin, between, extent, painted, rectangle, written } from '../../../page/core/edit/cells.js';
import { faulty, spotOf } from '../../../page/core/edit/faults.js';
import * as matching from '../../../page/core/edit/matching.js';
import { freeLetter, freeNumber } from '../../../page/core/edit/names.js';
import { addSet } from '../../../page/core/edit/sets.js';
import * as sliding from '../../../page/core/edit/sliding.js';
import { beginStroke, onTo } from '../../../page/core/edit/stroke.js';
import * as tiling from '../../../page/core/edit/tiling.js';

test('a stroke draws or erases as its first cell says, and leaves no gap', () => {
  const stroke = onTo(onTo(beginStroke([0, 0, 0], false), [3, 0, 0]), [3, 2, 0]);
  assert.equal(stroke.draws, true);
  assert.deepEqual(stroke.cells, [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
    [3, 1, 0],
    [3, 2, 0],
  ]);
  assert.equal(beginStroke([0, 0, 0], true).draws, false);
  assert.equal(onTo(stroke, [3, 2, 0]), stroke);
});

test('a stroke that crosses itself has each cell once', () => {
  const stroke = [
    [2, 0, 0],
    [0, 0, 0],
    [2, 2, 0],
  ].reduce(onTo, beginStroke([0, 0, 0], false));
  assert.equal(new Set(stroke.cells.map(String)).size, stroke.cells.length);
});

test('cells between two are a line, a rectangle is full', () => {
  assert.deepEqual(between([0, 0, 1], [2, 2, 1]), [
    [0, 0, 1],
    [1, 1, 1],
    [2, 2, 1],
  ]);
  assert.deepEqual(between([0, 0, 0], [5, 5, 1]), [[5, 5, 1]], 'layers are no line');
  assert.equal(rectangle([3, 2, 0], [1, 0, 0]).length, 9);
});

test('cells are written in reading order, colours only where there are some', () => {
  const map = painted(
    [
      [1, 1, 0],
      [0, 0, 0],
    ],
    ['b', null],
  );
  assert.deepEqual(written(map), {
    cells: [
      [0, 0, 0],
      [1, 1, 0],
    ],
    colours: [null, 'b'],
  });
  assert.deepEqual(written(painted([[0, 0]])), { cells: [[0, 0, 0]] });
  assert.deepEqual(extent([[1, 4, 0]]), { columns: 2, rows: 5, layers: 1 });
  assert.deepEqual(
    atOrigin([
      [2, 3, 0],
      [3, 3, 0],
    ]),
    [
      [0, 0, 0],
      [1, 0, 0],
    ],
  );
});

test('names that are free', () => {
  assert.equal(freeLetter(['A', 'C']), 'B');
  assert.equal(freeLetter([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']), 'A2');
  assert.equal(freeNumber(['1', '2', '4']), '3');
});

/** @type {tiling.Brush} */
const CELL = { paints: 'cell' };

test('a board is drawn, coloured and cut', () => {
  const board = tiling.paintBoard(tiling.blankTiling(3, 2), [[1, 0, 0]], false, CELL);
  assert.equal(board.board.cells.length, 5);
  assert.equal(tiling.boardHas(board, [1, 0, 0], CELL), false);
  const red = tiling.paintBoard(board, [[0, 0, 0]], true, { paints: 'cell', colour: 'r' });
  assert.deepEqual(red.board.colours, ['r', null, null, null, null]);
  assert.equal(tiling.boardHas(red, [0, 0, 0], { paints: 'cell', colour: 'r' }), true);
  assert.equal(tiling.boardHas(red, [0, 0, 0], CELL), false, 'a red cell is not plain');
  assert.equal(tiling.cutBoard(red, 2, 2, 1).board.cells.length, 3);
});

test('a cell that is erased is not optional any more', () => {
  const may = tiling.paintBoard(
    tiling.blankTiling(2, 1),
    [
      [0, 0, 0],
      [9, 9, 0],
    ],
    true,
    { paints: 'optional' },
  );
  assert.deepEqual(may.board.optional, [[0, 0, 0]], 'what is not on the board cannot stay empty');
  assert.equal(tiling.paintBoard(may, [[0, 0, 0]], false, CELL).board.optional, undefined);
});

test('a piece is drawn cell by cell and keeps its last one', () => {
  const one = tiling.addPiece(tiling.blankTiling(2, 2));
  const two = tiling.paintPiece(one, 0, [[1, 0, 0]], true, 'r');
  assert.deepEqual(two.pieces[0], {
    name: 'A',
    cells: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    colours: [null, 'r'],
  });
  const moved = tiling.tidyPiece(tiling.paintPiece(two, 0, [[0, 0, 0]], false, null), 0);
  assert.deepEqual(moved.pieces[0]?.cells, [[0, 0, 0]]);
  const kept = tiling.paintPiece(moved, 0, [[0, 0, 0]], false, null);
  assert.equal(kept.pieces[0]?.cells.length, 1);
  assert.equal(tiling.removePiece(kept, 0).pieces.length, 0);
});

test('other cells keep columns and rows, and triangles at the origin point as they did', () => {
  const solid = tiling.addPiece(tiling.blankTiling(3, 2));
  const upper = tiling.paintPiece(tiling.addPiece(solid), 1, [[0, 0, 1]], true, null);
  const hexagons = tiling.changeGrid(upper, 'hexagons');
  assert.deepEqual([hexagons.grid, hexagons.board.cells.length, hexagons.pieces.length], ['hexagons', 6, 1]);
  assert.equal('grid' in tiling.changeGrid(hexagons, 'squares'), false);
  assert.deepEqual(
    atOrigin(
      [
        [3, 2, 0],
        [4, 2, 0],
      ],
      'triangles',
    ),
    [
      [1, 0, 0],
      [2, 0, 0],
    ],
  );
});

test('the areas of pieces are summed with their copies', () => {
  const puzzle = tiling.changePiece(tiling.addPiece(tiling.blankTiling(2, 2)), 0, { copies: [1, 3] });
  assert.deepEqual(tiling.areas(puzzle), { board: 4, least: 1, most: 3 });
});

test('a label is printed, changed and taken away', () => {
  const jan = tiling.labelCell(tiling.blankTiling(2, 1), [0, 0, 0], 'Jan');
  assert.deepEqual(tiling.labelCell(jan, [0, 0, 0], 'Feb').labels, [{ cell: [0, 0, 0], label: 'Feb' }]);
  assert.equal(tiling.labelCell(jan, [0, 0, 0], '').labels, undefined);
});

test('an edge of a tile is painted, and only that one', () => {
  const puzzle = matching.paintEdge(matching.blankMatching(2, 2), 1, 2, 'red');
  assert.deepEqual(
    puzzle.tiles.map((tile) => tile.edges.join('')),
    ['1111', '11red1', '1111', '1111'],
  );
  assert.deepEqual(matching.edgesOf(matching.setRules(puzzle, { frame: '0' })), ['0', '1', 'red']);
  assert.equal(matching.setRules(matching.setRules(puzzle, { frame: '0' }), { frame: '' }).frame, undefined);
});

test('a tile has one pin, and a cell too', () => {
  const one = matching.pinTile(matching.blankMatching(2, 2), [0, 0, 0], '1', 2);
  assert.deepEqual(one.pins, [{ tile: '1', cell: [0, 0], turn: 2 }]);
  assert.deepEqual(matching.pinTile(one, [1, 1], '1').pins, [{ tile: '1', cell: [1, 1] }]);
  assert.deepEqual(matching.pinTile(one, [0, 0], '3').pins, [{ tile: '3', cell: [0, 0] }]);
  assert.equal(matching.pinTile(one, [0, 0], null).pins, undefined);
  assert.deepEqual(matching.renameTile(one, 0, 'x').pins, [{ tile: 'x', cell: [0, 0], turn: 2 }]);
  assert.equal(matching.removeTile(one, 0).pins, undefined);
});

test('a hole takes its pin with it, a smaller board what lies beyond', () => {
  const pinned = matching.pinTile(matching.blankMatching(3, 3), [2, 2], '9');
  assert.equal(matching.cutHoles(pinned, [[2, 2, 0]], true).pins, undefined);
  const small = matching.resizeMatching(matching.cutHoles(pinned, [[0, 0]], true), 2, 2);
  assert.deepEqual([small.width, small.holes, small.pins], [2, [[0, 0]], undefined]);
  assert.equal(matching.isHole(small, [0, 0, 0]), true);
  assert.equal(matching.cutHoles(small, [[0, 0]], false).holes, undefined);
  assert.deepEqual(matching.addTile(small).tiles.at(-1), { name: '10', edges: ['1', '1', '1', '1'] });
});

/** Two blocks side by side. */
function tray() {
  const first = sliding.paintTray(
    sliding.blankSliding(4, 2),
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
    true,
    { paints: 'block', block: -1 },
  );
  return sliding.paintTray(first, [[1, 0, 0]], true, { paints: 'block', block: -1 });
}

test('a stroke makes a block, the next one goes on with it', () => {
  const two = tray();
  assert.deepEqual(
    two.blocks.map(({ name, cells }) => [name, cells.length]),
    [
      ['A', 2],
      ['B', 1],
    ],
  );
  const grown = sliding.paintTray(two, [[2, 0, 0]], true, { paints: 'block', block: 1 });
  assert.deepEqual(grown.blocks[1]?.cells, [
    [1, 0],
    [2, 0],
  ]);
  assert.equal(sliding.trayHas(grown, [2, 0, 0], { paints: 'block', block: 1 }), true);
});

test('a cell holds one thing: what is painted over goes, and a block without cells too', () => {
  const walled = sliding.paintTray(
    tray(),
    [
      [1, 0, 0],
      [3, 1, 0],
    ],
    true,
    { paints: 'wall' },
  );
  assert.deepEqual(
    walled.blocks.map((block) => block.name),
    ['A'],
  );
  assert.deepEqual(walled.walls, [
    [1, 0],
    [3, 1],
  ]);
  assert.equal(
    sliding.paintTray(
      walled,
      [
        [1, 0],
        [3, 1],
      ],
      false,
      { paints: 'wall' },
    ).walls,
    undefined,
  );
});

test('to paint a block over another keeps the one that is painted', () => {
  const over = sliding.paintTray(
    tray(),
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
    true,
    { paints: 'block', block: 1 },
  );
  assert.deepEqual(over.blocks, [
    {
      name: 'B',
      cells: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    },
  ]);
});

test('a goal is drawn for a block, which gets a label by it', () => {
  const goal = sliding.paintTray(
    tray(),
    [
      [3, 0, 0],
      [3, 1, 0],
    ],
    true,
    { paints: 'goal', block: 0 },
  );
  assert.deepEqual(goal.goal, [
    {
      label: 'A',
      cells: [
        [3, 0],
        [3, 1],
      ],
    },
  ]);
  assert.equal(goal.blocks[0]?.label, 'A');
  assert.equal(sliding.trayHas(goal, [3, 1, 0], { paints: 'goal', block: 0 }), true);
  assert.deepEqual(sliding.changeBlock(goal, 0, { label: 'red' }).goal[0]?.label, 'red');
  assert.deepEqual(
    sliding.paintTray(
      goal,
      [
        [3, 0],
        [3, 1],
      ],
      false,
      { paints: 'goal', block: 0 },
    ).goal,
    [],
  );
  assert.deepEqual(sliding.removeBlock(goal, 0).goal, []);
});

test('a smaller tray loses what reaches beyond it', () => {
  const goal = sliding.paintTray(
    tray(),
    [
      [3, 0],
      [3, 1],
    ],
    true,
    { paints: 'goal', block: 0 },
  );
  const small = sliding.resizeSliding(goal, 2, 1);
  assert.deepEqual([small.blocks.map((block) => block.name), small.goal], [['B'], []]);
});

test('colours are numbered as drawings number them', () => {
  const tiles = [{ name: '1', edges: ['10', '0', '9', '2'] }];
  const number = matching.colourNumbers({ ...matching.blankMatching(1, 1), tiles, frame: '0' });
  assert.deepEqual(['0', '2', '9', '10'].map(number), [-1, 0, 1, 2]);
  const halves = [{ name: '1', edges: ['b0', 'a1', 'b1', 'a0'] }];
  const pair = matching.colourNumbers({ ...matching.blankMatching(1, 1), tiles: halves, rule: 'pairs' });
  assert.deepEqual(['a0', 'a1', 'b0', 'b1'].map(pair), [0, 0, 1, 1]);
});

test('blocks that may change places look alike', () => {
  const cells = (/** @type {number} */ x) => [
    [x, 0],
    [x, 1],
  ];
  const blocks = [
    { name: 'A', cells: cells(0) },
    { name: 'B', cells: [[1, 0]] },
    { name: 'C', cells: cells(2) },
    { name: 'D', cells: cells(3), label: 'D' },
  ];
  assert.deepEqual(sliding.kinds({ ...sliding.blankSliding(4, 2), blocks }), [0, 1, 0, 2]);
});

test('a set of pieces is added once', () => {
  const twelve = addSet(tiling.blankTiling(10, 6), 'pentominoes');
  assert.equal(tiling.areas(twelve).most, 60);
  assert.equal(addSet(twelve, 'pentominoes').pieces.length, 12);
  assert.deepEqual(tiling.coloursOf(twelve), []);
});

test('a goal without a label is that of every block of its shape', () => {
  const goal = {
    ...tray(),
    goal: [
      {
        cells: [
          [3, 0],
          [3, 1],
        ],
      },
    ],
  };
  assert.equal(sliding.targetOf(goal, 0), 0);
  assert.equal(sliding.targetOf(goal, 1), -1);
  assert.equal(sliding.blockFor(goal, { cells: [[2, 1]] }), 1);
  assert.deepEqual(
    sliding.paintTray(
      goal,
      [
        [3, 0],
        [3, 1],
      ],
      false,
      { paints: 'goal', block: 0 },
    ).goal,
    [],
  );
});

test('a fault of a document is found at the thing, the cells or the board that it is about', () => {
  const at = (/** @type {object} */ puzzle, /** @type {(string | number)[]} */ ...path) =>
    spotOf(puzzle, { path });
  const block = { name: 'B', cells: [[1, 1]] };
  const tray = { blocks: [block], goal: [{ cells: [[2, 0]] }], walls: [[3, 3]] };
  assert.deepEqual(at(tray, 'blocks', 0), { kind: 'thing', index: 0, name: 'B', cells: [[1, 1]] });
  assert.deepEqual(at(tray, 'goal', 0, 'cells', 0), { kind: 'goal', cells: [[2, 0]] });
  assert.deepEqual(at(tray, 'walls', 0), { kind: 'cell', cells: [[3, 3]] });
  const board = { board: { cells: [[4, 0, 1]] }, pieces: [{ name: 'P', cells: [[0, 0, 0]] }] };
  assert.deepEqual(at(board, 'board', 'cells', 0), { kind: 'cell', cells: [[4, 0, 1]] });
  assert.deepEqual(at(board, 'board'), { kind: 'board', cells: [] });
  assert.deepEqual(at(board, 'pieces', 0, 'cells'), { kind: 'thing', index: 0, name: 'P', cells: [] });
  assert.deepEqual(at({ pins: [{ tile: '1', cell: [2, 1] }] }, 'pins', 0), { kind: 'cell', cells: [[2, 1]] });
  for (const path of [[], ['width'], ['blocks'], ['blocks', 7], ['blocks', 'x'], ['title', 0]])
    assert.equal(at(tray, ...path), null, String(path));
  const all = faulty(tray, [{ path: ['blocks', 0] }, { path: ['goal', 0] }, {}]);
  assert.deepEqual(
    [[...all.things], [...all.cells], [...all.goal], all.board],
    [[0], ['1,1,0'], ['2,0,0'], false],
  );
});
