/**
 * What the end of a run means. The three that people must never take for one another: there are solutions, there is
 * none and that is proved, and nobody knows because a limit came first.
 *
 * @typedef {'found' | 'counted' | 'none' | 'limit'} Verdict
 *
 * @typedef {object} End
 * @property {string} ending
 * @property {'found' | 'none' | 'unknown'} answer
 * @property {number} solutions
 * @property {string} [total]
 *
 * @typedef {object} Meaning
 * @property {Verdict} verdict
 * @property {string} count  how many were found, in digits
 * @property {boolean} all  is it known that there are no more?
 * @property {string} limit  which limit ended it, or ''
 */

/**
 * @param {End} end
 * @returns {Meaning}
 */
export function meaning(end) {
  const all = end.ending === 'exhausted';
  const limit = all || end.ending === 'enough' ? '' : end.ending;
  const count = end.total ?? String(end.solutions);
  return { verdict: verdict(end, all), count, all, limit };
}

/**
 * @param {End} end
 * @param {boolean} all
 * @returns {Verdict}
 */
function verdict(end, all) {
  if (end.answer === 'none' && all) return 'none';
  if (end.answer === 'found') return all ? 'counted' : 'found';
  return 'limit';
}
