/**
 * Links: the view, the puzzle and the moves of a game in the hash of an address.
 *
 * `#table?name=klotski&moves=b3.R_b4.UU` names a built-in puzzle; another puzzle is there as its text, packed. A damaged
 * link gives what can still be read of it, and says what could not.
 */
import { readMoves, writeMoves } from './notation.js';

/** @import { Move } from '../types.js' */

/**
 * @typedef {object} Link
 * @property {string} view The name of a view; empty where the link has none.
 * @property {string} [name] A built-in puzzle.
 * @property {string} [text] A puzzle in the native format.
 * @property {string} [kept] The id of a puzzle that this browser has kept.
 * @property {boolean} [opened] The puzzle of the command line is meant.
 * @property {Move[]} [moves]
 * @property {Record<string, string>} more Whatever else stands there; views may use it.
 * @property {Damage[]} damage
 */

/**
 * What could not be read: the puzzle, or the moves from this one on (counted from 1).
 * @typedef {{what: 'puzzle'} | {what: 'moves', from: number}} Damage
 */

/** No link is longer: what is more must be a file. */
export const LONGEST = 30_000;

/** No packed text gives more than this. */
const LONGEST_TEXT = 4_000_000;

/** @param {string} hash With or without its sign. @returns {Promise<Link>} */
export async function read(hash) {
  const [view = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const found = new URLSearchParams(query);
  /** @type {Link} */
  const link = { view, more: {}, damage: [] };
  for (const [key, value] of found) {
    if (key === 'name' || key === 'kept') link[key] = value;
    else if (key === 'opened') link.opened = true;
    else if (key === 'puzzle') await readPuzzle(link, value);
    else if (key === 'moves') readAll(link, value);
    else link.more[key] = value;
  }
  return link;
}

/** @param {Link} link @param {string} value */
async function readPuzzle(link, value) {
  const text = await unpack(value);
  if (text === null) link.damage.push({ what: 'puzzle' });
  else link.text = text;
}

/** @param {Link} link @param {string} value */
function readAll(link, value) {
  const { moves, whole } = readMoves(value);
  link.moves = moves;
  if (!whole) link.damage.push({ what: 'moves', from: moves.length + 1 });
}

/**
 * @param {{view: string, name?: string, text?: string, kept?: string, moves?: readonly Move[], more?: Record<string, string>}} link
 * @returns {Promise<string>} The hash with its sign.
 */
export async function write({ view, name, text, kept, moves, more = {} }) {
  const query = new URLSearchParams(more);
  if (name !== undefined) query.set('name', name);
  else if (text !== undefined) query.set('puzzle', await pack(text));
  else if (kept !== undefined) query.set('kept', kept);
  if (moves && moves.length > 0) query.set('moves', writeMoves(moves));
  const all = query.toString();
  return `#${view}${all === '' ? '' : '?'}${all}`;
}

/** A text, packed into characters that an address may hold. @param {string} text */
export async function pack(text) {
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
    Infinity,
  );
  let bytes = '';
  for (const byte of packed ?? []) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed @returns {Promise<string | null>} `null` where it is damaged. */
export async function unpack(packed) {
  try {
    const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const raw = Uint8Array.from(bytes, (c) => c.charCodeAt(0));
    const text = await through(raw, new DecompressionStream('deflate-raw'), LONGEST_TEXT);
    return text && new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>} `null` where it is more than that.
 */
async function through(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  // What is wrong is heard where it is read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A short id of a text: what is kept of a puzzle is kept under it. @param {string} text */
export function identify(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
