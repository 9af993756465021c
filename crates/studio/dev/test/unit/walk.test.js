import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aim, follow, ground, partAt, pathTo, settle, stepFrom } from '../../../page/core/walk.js';

/** @import { Room } from '../../../page/types.js' */

/** Numbers that look random and are the same each time. @param {number} seed */
function dice(seed) {
  return () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 1) / 0x80000000;
}

const STEPS = /** @type {const} */ ([
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
]);

/** The room of a block of this size among walls. @param {Set<string>} walls @param {number} side @param {number} w @param {number} h @returns {Room | null} */
function roomOf(walls, side, w, h) {
  const free = (/** @type {number} */ x, /** @type {number} */ y) => {
    for (let i = x; i < x + w; i++)
      for (let j = y; j < y + h; j++)
        if (i < 0 || j < 0 || i >= side || j >= side || walls.has(`${i},${j}`)) return false;
    return true;
  };
  const start = [...Array(side * side).keys()].find((n) => free(n % side, Math.floor(n / side)));
  if (start === undefined) return null;
  /** @type {Room['anchors']} */
  const anchors = [[start % side, Math.floor(start / side), 0]];
  /** @type {Room['steps']} */
  const steps = [];
  for (let i = 0; i < anchors.length; i++) {
    const [x = 0, y = 0] = anchors[i] ?? [];
    steps[i] = STEPS.map(([dx, dy]) => {
      if (!free(x + dx, y + dy)) return null;
      const known = anchors.findIndex(([ax, ay]) => ax === x + dx && ay === y + dy);
      return known >= 0 ? known : anchors.push([x + dx, y + dy, 0]) - 1;
    });
  }
  return { anchors, steps };
}

/** Does a block at this point overlap a wall or stick out? @param {Set<string>} walls @param {number} side @param {readonly [number, number]} at @param {number} w @param {number} h */
function overlaps(walls, side, [x, y], w, h) {
  const fine = 1e-4;
  if (x < -fine || y < -fine || x + w > side + fine || y + h > side + fine) return true;
  return [...walls].some((wall) => {
    const [a = 0, b = 0] = wall.split(',').map(Number);
    return x + w > a + fine && x < a + 1 - fine && y + h > b + fine && y < b + 1 - fine;
  });
}

test('in random trays a block never overlaps and never leaves its room', () => {
  const random = dice(11);
  let frames = 0;
  for (let tray = 0; tray < 120; tray++) {
    const side = 6;
    const walls = new Set(
      Array.from({ length: 9 }, () => `${Math.floor(random() * side)},${Math.floor(random() * side)}`),
    );
    const [w, h] = [1 + Math.floor(random() * 2), 1 + Math.floor(random() * 2)];
    const room = roomOf(walls, side, w, h);
    if (!room) continue;
    const land = ground(room);
    /** @type {readonly [number, number]} */
    let here = [room.anchors[0]?.[0] ?? 0, room.anchors[0]?.[1] ?? 0];
    for (let frame = 0; frame < 300; frame++, frames++) {
      here = follow(land, here, [random() * 9 - 2, random() * 9 - 2], 1 / 60);
      assert.ok(!overlaps(walls, side, here, w, h), `${here} in tray ${tray}`);
      assert.ok(partAt(land, here), `${here} is in the room of tray ${tray}`);
    }
    const anchor = settle(land, here);
    let [x = 0, y = 0] = room.anchors[0] ?? [];
    for (const step of pathTo(room, anchor)) {
      const [dx, dy] = /** @type {readonly [number, number]} */ (STEPS['URDL'.indexOf(step)]);
      [x, y] = [x + dx, y + dy];
      assert.ok(!overlaps(walls, side, [x, y], w, h));
    }
    assert.deepEqual([x, y, 0], room.anchors[anchor]);
  }
  assert.ok(frames > 20_000);
});

/** @type {Room} A corner: along a row of three, then down two. */
const corner = {
  anchors: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
    [2, 2, 0],
  ],
  steps: [
    [null, 1, null, null],
    [null, 2, null, 0],
    [null, null, 3, 1],
    [2, null, 4, null],
    [3, null, null, null],
  ],
};

test('a block goes around a corner in one drag, however fast the finger is', () => {
  const land = ground(corner);
  /** @type {readonly [number, number]} */
  let here = [0, 0];
  for (let frame = 0; frame < 30; frame++) here = follow(land, here, [2, 2], 1 / 60);
  assert.deepEqual(here, [2, 2]);
  assert.equal(pathTo(corner, settle(land, here)), 'RRDD');
});

test('a block does not jump: what cannot be reached straight is walked to', () => {
  const once = follow(ground(corner), [0, 0], [2, 2], 1 / 60);
  assert.ok(Math.hypot(once[0], once[1]) < 0.7, String(once));
});

test('near to where it is counts as better, so it does not tremble between two ways', () => {
  const land = ground(corner);
  assert.deepEqual(aim(land, [1, 0], [1.45, 0.6]), [1.45, 0]);
});

test('a step by a key leads to the next place, with Ctrl to the last', () => {
  assert.equal(stepFrom(corner, 0, 1, false), 1);
  assert.equal(stepFrom(corner, 0, 1, true), 2);
  assert.equal(stepFrom(corner, 0, 2, false), null);
});
