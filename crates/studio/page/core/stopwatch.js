/** A clock that can be stopped. It is told what time it is, in milliseconds; it has none of its own. */

/** @typedef {{ran: number, since: number | null}} Stopwatch */

/** @param {number} [ran] @returns {Stopwatch} */
export const stopped = (ran = 0) => ({ ran, since: null });

/** @param {Stopwatch} watch @param {number} now @returns {Stopwatch} */
export const start = (watch, now) => (watch.since === null ? { ran: watch.ran, since: now } : watch);

/** @param {Stopwatch} watch @param {number} now */
export const read = (watch, now) => watch.ran + (watch.since === null ? 0 : Math.max(0, now - watch.since));

/** @param {Stopwatch} watch @param {number} now @returns {Stopwatch} */
export const pause = (watch, now) => stopped(read(watch, now));

/** Minutes and seconds, and hours where there are any. @param {number} ran */
export function words(ran) {
  const seconds = Math.floor(ran / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
