/**
 * What the browser keeps for us. Every call may fail, as storage may be full or forbidden, and then nothing is kept: the
 * page goes on without it.
 */

const PREFIX = 'marquetry.1.';

/** @param {string} key @param {Storage} [where] @returns {any} What was kept, or null. */
export function load(key, where = globalThis.localStorage) {
  try {
    return JSON.parse(where.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @param {Storage} [where] @returns {boolean} Was it kept? */
export function save(key, value, where = globalThis.localStorage) {
  try {
    where.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** How many opened puzzles are remembered. */
const RECENT = 12;

/**
 * A puzzle that was opened.
 * @typedef {{id: string, title: string, family: string, name?: string, native: string}} Kept
 */

/** The puzzles opened last, the newest first. @returns {Kept[]} */
export function recent() {
  const list = load('recent');
  return Array.isArray(list) ? list.filter((k) => typeof k?.id === 'string') : [];
}

/** Remembers a puzzle as the one opened last. @param {Kept} kept */
export function remember(kept) {
  const others = recent().filter((other) => other.id !== kept.id);
  const list = [kept, ...others].slice(0, RECENT);
  // A long text may not fit beside the others; then the oldest go.
  while (list.length > 0 && !save('recent', list)) list.pop();
}

/** A puzzle that was opened once, by its id. @param {string} id @returns {Kept | null} */
export const kept = (id) => recent().find((k) => k.id === id) ?? null;
