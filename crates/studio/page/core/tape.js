/**
 * The steps of a watched search, as a tape that can be wound both ways. A step lays a tile or piece, or takes back what
 * was laid last; so what lies on the board at any place of the tape is known from the tape alone.
 *
 * @typedef {object} Step
 * @property {string} piece
 * @property {number[]} cell
 * @property {'laid' | 'taken-back'} act
 * @property {number} depth  how many lie on the board after it
 * @property {number} nodes
 * @property {number} solutions
 * @property {number} [way]  which way of going on this was, from 1
 * @property {number} [of]  of how many
 * @property {number} [ways]  how many there are to go on from here
 * @property {boolean} [solved]
 * @property {number} [turn]
 * @property {number[][]} [cells]
 * @property {'dead-end' | 'tried' | 'solved'} [why]
 */

/**
 * @template {Step} S
 * @typedef {object} Tape
 * @property {S[]} steps
 * @property {number[]} laidBy  for each step: the step that laid what it lays or takes back
 * @property {number[]} open  the steps whose tiles lie on the board at the tape's end
 */

/** @template {Step} S @returns {Tape<S>} */
export const emptyTape = () => ({ steps: [], laidBy: [], open: [] });

/**
 * Adds steps to the end of the tape.
 *
 * @template {Step} S
 * @param {Tape<S>} tape
 * @param {readonly S[]} steps
 */
export function record(tape, steps) {
  for (const step of steps) {
    const index = tape.steps.push(step) - 1;
    if (step.act === 'laid') tape.open.push(index);
    tape.laidBy.push(step.act === 'laid' ? index : (tape.open.pop() ?? index));
  }
}

/**
 * What winding from one place to another does to the board: the last act for each thing, in the order of the acts. A
 * thing is named by the step that laid it.
 *
 * @template {Step} S
 * @param {Tape<S>} tape
 * @param {number} from  steps shown so far
 * @param {number} to  steps to show
 * @returns {Map<number, boolean>}  the step that laid it -> does it lie now?
 */
export function wind(tape, from, to) {
  /** @type {Map<number, boolean>} */
  const acts = new Map();
  const forwards = to > from;
  for (let i = forwards ? from : from - 1; forwards ? i < to : i >= to; i += forwards ? 1 : -1) {
    const laid = tape.laidBy[i] ?? i;
    acts.delete(laid);
    acts.set(laid, (tape.steps[i]?.act === 'laid') === forwards);
  }
  return acts;
}

/**
 * The steps whose tiles lie on the board at a place of the tape, the first laid first.
 *
 * @template {Step} S
 * @param {Tape<S>} tape
 * @param {number} at  steps shown
 * @returns {S[]}
 */
export function lying(tape, at) {
  const stack = [];
  let depth = tape.steps[at - 1]?.depth ?? 0;
  // Backwards: what lies at depth d was laid by the last step that made the board that deep.
  for (let i = at - 1; i >= 0 && depth > 0; i--) {
    const step = tape.steps[i];
    if (step?.act === 'laid' && step.depth === depth) {
      stack.push(step);
      depth--;
    }
  }
  return stack.reverse();
}

/**
 * The depth of the search along the tape, in at most `columns` columns: the least and the most of each.
 *
 * @param {readonly Pick<Step, 'depth' | 'solved'>[]} steps
 * @param {number} columns
 */
export function skyline(steps, columns) {
  const wide = Math.max(1, Math.ceil(steps.length / columns));
  const line = [];
  for (let start = 0; start < steps.length; start += wide) {
    const part = steps.slice(start, start + wide);
    const depths = part.map((step) => step.depth);
    line.push({
      start,
      least: Math.min(...depths),
      most: Math.max(...depths),
      solved: part.some((step) => step.solved === true),
    });
  }
  return line;
}
