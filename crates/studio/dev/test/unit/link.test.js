import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identify, read, unpack, write } from '../../../page/core/link.js';
import { readMoves, writeMoves } from '../../../page/core/notation.js';

/** @import { Move } from '../../../page/types.js' */

/** @type {Move[]} */
const everyMove = [
  { tile: { place: { tile: 3, cell: 5, turn: 1 } } },
  { tile: { turn: { cell: 5, by: 3 } } },
  { tile: { swap: { a: 5, b: 6 } } },
  { tile: { carry: { from: 6, to: 7, turn: 0 } } },
  { tile: { remove: { cell: 7 } } },
  { piece: { place: { piece: 0, orientation: 2, at: [-1, 1, 0] } } },
  { piece: { turn: { cell: [0, 1, 2], turn: 'flip' } } },
  { piece: { carry: { from: [0, 1, 2], orientation: 4, at: [3, 3, 3] } } },
  { piece: { remove: { cell: [3, 3, 3] } } },
  { block: { block: 2, path: 'ULLD' } },
  'clear',
  { together: [{ tile: { remove: { cell: 7 } } }, { tile: { place: { tile: 1, cell: 7, turn: 0 } } }] },
];

test('every move reads back from its notation', () => {
  assert.deepEqual(readMoves(writeMoves(everyMove)), { moves: everyMove, whole: true });
});

test('a link reads back with its view, puzzle and moves', async () => {
  const text = 'marquetry sliding\ntray\n  AB.\n# ünï ☃\n';
  const link = await read(await write({ view: 'table', text, moves: everyMove, more: { look: 'a b' } }));
  assert.deepEqual(link, { view: 'table', text, moves: everyMove, more: { look: 'a b' }, damage: [] });
});

test('a link to a built-in puzzle can be read by people', async () => {
  const hash = await write({ view: 'table', name: 'klotski', moves: [{ block: { block: 3, path: 'R' } }] });
  assert.equal(hash, '#table?name=klotski&moves=b3.R');
});

test('a link with damaged moves gives those before the damage and says where it is', async () => {
  const link = await read('#table?name=klotski&moves=b3.R_b4.U_b5.?!_b6.L');
  assert.equal(link.moves?.length, 2);
  assert.deepEqual(link.damage, [{ what: 'moves', from: 3 }]);
});

test('a link with a damaged puzzle gives its moves and says so', async () => {
  const link = await read('#table?puzzle=@@@&moves=b3.R');
  assert.equal(link.text, undefined);
  assert.equal(link.moves?.length, 1);
  assert.deepEqual(link.damage, [{ what: 'puzzle' }]);
});

test('a hash of random bytes is read without a throw', async () => {
  let seed = 7;
  const random = (/** @type {number} */ n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  const alphabet = '#?&=._()bPtRXCsrxc0123456789-%ü\u0000 /name=puzzle=moves=';
  for (let round = 0; round < 2000; round++) {
    let hash = '#table?';
    for (let i = random(60); i > 0; i--) hash += alphabet[random(alphabet.length)];
    const link = await read(hash);
    assert.equal(typeof link.view, 'string');
  }
});

test('a small link that unpacks to very much is refused', async () => {
  const bomb = (await write({ view: 'table', text: 'x'.repeat(5_000_000) })).replace('#table?puzzle=', '');
  assert.ok(bomb.length < 30_000);
  assert.equal(await unpack(bomb), null);
});

test('brackets inside brackets are damage, however deep', () => {
  assert.equal(readMoves('('.repeat(100_000)).whole, false);
  assert.equal(readMoves('((0))').whole, false);
});

test('texts that differ have ids that differ', () => {
  assert.notEqual(identify('a'), identify('b'));
  assert.equal(identify('a'), identify('a'));
});
