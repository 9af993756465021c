/**
 * How fast something is shown: a slider's place is a power of ten, and what is left of a step is carried to the next frame.
 */

/** The slider goes from one step in two seconds to a hundred thousand a second. */
export const SLOWEST = -0.3;
export const FASTEST = 5;

/** Steps a second for a place of the slider. @param {number} place */
export function speedOf(place) {
  const exact = 10 ** Math.min(FASTEST, Math.max(SLOWEST, place));
  return exact < 10 ? Math.round(exact * 10) / 10 : Number(exact.toPrecision(2));
}

/**
 * Steps due after some milliseconds, and the fraction that is carried over. A long pause between frames, as when a page
 * lay hidden, is not made up for.
 *
 * @param {number} speed  steps a second
 * @param {number} milliseconds  since the last frame
 * @param {number} carried
 * @returns {{ steps: number, carried: number }}
 */
export function due(speed, milliseconds, carried) {
  const exact = carried + (speed * Math.min(milliseconds, 250)) / 1000;
  const steps = Math.floor(exact);
  return { steps, carried: exact - steps };
}
