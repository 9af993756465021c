/** Numbers for people. */

/** How numbers are written; a translation may change it. */
const LOCALE = 'en';

const short = new Intl.NumberFormat(LOCALE, {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const exact = new Intl.NumberFormat(LOCALE);

/** A count in all its digits, however many. @param {number | bigint | string} count */
export function count(count) {
  if (typeof count === 'number') return exact.format(count);
  return /^\d+$/.test(String(count)) ? exact.format(BigInt(count)) : String(count);
}

/** A number in short: 1.2K, 34M. @param {number} number */
export const brief = (number) => short.format(number);

/** A share of 1 in percent, never rounded up to the whole. @param {number} share */
export function percent(share) {
  const hundredths = share >= 1 ? 10_000 : Math.min(9999, Math.floor(share * 10_000));
  return `${hundredths / 100} %`;
}

/** A time: 0.42 s, 59 s, 2 min 05 s, 3 h 07 min. @param {number} seconds */
export function time(seconds) {
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} min`;
}
