import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as game from '../../../page/core/game.js';

/** @import { Move } from '../../../page/types.js' */

/** @param {number} n @returns {Move} */
const move = (n) => ({ block: { block: n, path: 'R' } });
const three = [1, 2, 3].map(move).reduce(game.push, game.begin());

test('undo after a move gives the moves from before', () => {
  assert.deepEqual(game.played(game.undo(game.push(three, move(4)))), game.played(three));
});

test('redo after undo gives the same game', () => {
  assert.deepEqual(game.redo(game.undo(three)), three);
});

test('undo at the start and redo at the end change nothing', () => {
  assert.deepEqual(game.undo(game.begin()), game.begin());
  assert.deepEqual(game.redo(three), three);
});

test('a new move cuts off what lay ahead, marks among it', () => {
  const marked = game.mark(three);
  const other = game.push(game.jump(marked, 1), move(9));
  assert.deepEqual(game.played(other), [move(1), move(9)]);
  assert.deepEqual(other.marks, []);
});

test('a mark is where one goes back to, and a second time takes it away', () => {
  const marked = game.push(game.mark(three), move(4));
  assert.equal(game.lastMark(marked), 3);
  assert.equal(game.lastMark(three), null);
  assert.deepEqual(game.mark(game.mark(three)), three);
});

test('a plan keeps the position and changes what lies ahead', () => {
  const planned = game.plan(game.undo(three), [move(8), move(9)]);
  assert.equal(planned.at, 2);
  assert.deepEqual(planned.moves, [1, 2, 8, 9].map(move));
});

test('a game that was kept is revived, and rubbish is not', () => {
  assert.deepEqual(game.revive(JSON.parse(JSON.stringify(three))), three);
  for (const rubbish of [null, 7, {}, { moves: [], at: 1, marks: [] }, { moves: 'x', at: 0, marks: [] }])
    assert.equal(game.revive(rubbish), null);
});

test('a game begins with some of its moves, and not with others', () => {
  assert.ok(game.beginsWith(three, [move(1), move(2)]));
  assert.ok(!game.beginsWith(three, [move(2)]));
  assert.ok(!game.beginsWith(game.begin(), [move(1)]));
});
