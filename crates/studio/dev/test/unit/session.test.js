import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, played } from '../../../page/core/game.js';
import { Session } from '../../../page/core/session.js';

/** @import { Change, GameAnswer, GameRequest, Move, Puzzle, View } from '../../../page/types.js' */

/** @param {number} block @returns {Move} */
const move = (block) => ({ block: { block, path: 'R' } });

/** A server of a puzzle without rules: its only attribute is the number of moves. */
class Server {
  asked = 0;
  /** @type {(() => void)[]} */
  held = [];
  holding = false;
  down = false;
  /** @type {number[]} */
  refuses = [];

  /** @param {GameRequest} told @returns {Promise<any>} */
  ask = async ({ moves, move, draw }) => {
    this.asked++;
    if (this.holding) await /** @type {Promise<void>} */ (new Promise((go) => this.held.push(go)));
    if (this.down) return { error: { code: 'unreachable', message: 'gone' } };
    const refused = typeof move === 'object' && 'block' in move && this.refuses.includes(move.block.block);
    if (refused)
      return {
        accepted: false,
        refusal: { code: 'blocked', words: 'no', cells: [] },
        changes: [],
        view: {},
        played: moves.length,
      };
    const now = moves.length + (move ? 1 : 0);
    const change = { piece: 'A', copy: 1, group: { n: String(now) }, turn: {}, letters: [] };
    return {
      accepted: true,
      changes: [change],
      view: { said: `${now}` },
      ...(draw ? { svg: `${now}` } : {}),
    };
  };
}

/** A painter that knows what is on the board. */
class Board {
  shown = '';
  /** @param {readonly Change[]} changes @returns {Change[]} */
  apply = (changes) => {
    const was = this.shown;
    for (const change of changes) this.shown = change.group['n'] ?? '';
    return changes.map((change) => ({ ...change, group: { n: was } }));
  };
  /** @param {string} svg */
  draw = (svg) => {
    this.shown = svg;
  };
}

/** @param {Move[]} [moves] */
async function table(moves = []) {
  const server = new Server();
  const board = new Board();
  const puzzle = /** @type {Puzzle} */ ({ v: 1, kind: 'puzzle', family: 'sliding' });
  const session = new Session({
    puzzle,
    game: begin(moves),
    mode: 'strict',
    ask: server.ask,
    painter: board,
    changed: () => {},
  });
  await session.begin();
  return { server, board, session };
}

test('undo and redo of what was seen ask nothing and paint the same', async () => {
  const { server, board, session } = await table();
  for (const n of [1, 2, 3]) await session.play(move(n));
  const asked = server.asked;
  for (const n of [2, 1, 0]) {
    await session.undo();
    assert.equal(board.shown, String(n));
    assert.equal(session.view?.said, String(n));
  }
  await session.go(3);
  assert.equal(board.shown, '3');
  assert.equal(server.asked, asked);
});

test('undo beyond what was seen asks for a drawing', async () => {
  const { board, session } = await table([1, 2, 3].map(move));
  await session.undo();
  assert.equal(board.shown, '2');
  await session.go(0);
  assert.equal(board.shown, '0');
});

test('a move made while another is on its way waits for it, and undo too', async () => {
  const { server, board, session } = await table();
  server.holding = true;
  const all = [session.play(move(1)), session.play(move(2)), session.undo()];
  await new Promise((go) => setImmediate(go));
  assert.equal(server.held.length, 1);
  server.holding = false;
  server.held.forEach((go) => go());
  await Promise.all(all);
  assert.deepEqual(played(session.game), [move(1)]);
  assert.equal(board.shown, '1');
});

test('a refused move changes nothing', async () => {
  const { server, board, session } = await table([move(1)]);
  server.refuses = [7];
  const outcome = await session.play(move(7));
  assert.equal(outcome.kind, 'refused');
  assert.deepEqual(played(session.game), [move(1)]);
  assert.equal(board.shown, '1');
});

test('a server that is gone loses nothing, and the game goes on when it is back', async () => {
  const { server, session } = await table([move(1)]);
  server.down = true;
  assert.equal((await session.play(move(2))).kind, 'failed');
  assert.equal((await session.undo()).kind, 'failed');
  server.down = false;
  assert.equal((await session.play(move(2))).kind, 'accepted');
  assert.deepEqual(played(session.game), [1, 2].map(move));
});

test('a new move after undo forgets what lay ahead', async () => {
  const { board, session } = await table();
  for (const n of [1, 2]) await session.play(move(n));
  await session.undo();
  await session.play(move(5));
  await session.redo();
  assert.deepEqual(played(session.game), [1, 5].map(move));
  assert.equal(board.shown, '2');
});

test('moves that were planned are made one by one by redo', async () => {
  const { board, session } = await table();
  session.plan([1, 2, 3].map(move));
  for (let n = 1; n <= 3; n++) {
    await session.redo();
    assert.equal(board.shown, String(n));
  }
  await session.go(0);
  assert.equal(board.shown, '0');
});

test('undo to the start of a long game works beyond the positions that are kept', async () => {
  const { board, session } = await table();
  for (let n = 1; n <= 100; n++) await session.play(move(n));
  for (let n = 99; n >= 0; n--) {
    await session.undo();
    assert.equal(board.shown, String(n));
  }
});
