/**
 * Values with a past and a future: undo and redo of anything that is never changed in place.
 *
 * @template T
 * @typedef {object} History
 * @property {readonly T[]} past
 * @property {T} now
 * @property {readonly T[]} future
 */

/** How far back a history goes. */
const DEEPEST = 500;

/**
 * @template T
 * @param {T} now
 * @returns {History<T>}
 */
export const begin = (now) => Object.freeze({ past: [], now, future: [] });

/**
 * @template T
 * @param {History<T>} history
 * @param {T} next
 * @returns {History<T>}
 */
export function push(history, next) {
  if (next === history.now) return history;
  const past = [...history.past, history.now].slice(-DEEPEST);
  return Object.freeze({ past, now: next, future: [] });
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function undo({ past, now, future }) {
  const last = past.at(-1);
  if (last === undefined) return { past, now, future };
  return Object.freeze({
    past: past.slice(0, -1),
    now: last,
    future: [now, ...future],
  });
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function redo({ past, now, future }) {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future };
  return Object.freeze({ past: [...past, now], now: next, future: rest });
}
