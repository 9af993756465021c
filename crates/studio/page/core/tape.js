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
 * @property {Map<string, number[]>} touched  for each thing: the steps that touched it, in order
 */

/** @template {Step} S @returns {Tape<S>} */
export const emptyTape = () => ({ steps: [], touched: new Map() });

/**
 * Adds steps to the end of the tape.
 *
 * @template {Step} S
 * @param {Tape<S>} tape
 * @param {readonly S[]} steps
 * @param {(step: S) => readonly string[]} things  what a step touches
 */
export function record(tape, steps, things) {
  for (const step of steps) {
    const index = tape.steps.push(step) - 1;
    for (const thing of things(step)) {
      const touches = tape.touched.get(thing);
      if (touches) touches.push(index);
      else tape.touched.set(thing, [index]);
    }
  }
}

/**
 * What winding from one place to another changes: for each thing touched on the way, the last step that touched it before
 * the new place, or -1 where none did and it is as it was at the start.
 *
 * @template {Step} S
 * @param {Tape<S>} tape
 * @param {number} from  steps shown so far
 * @param {number} to  steps to show
 * @returns {Map<string, number>}
 */
export function wind(tape, from, to) {
  const [first, end] = [Math.min(from, to), Math.max(from, to)];
  const last = new Map();
  for (const [thing, touches] of tape.touched) {
    const before = countBelow(touches, end);
    // Nothing touched it on the way.
    if (before === 0 || (touches[before - 1] ?? -1) < first) continue;
    const place = to === end ? before : countBelow(touches, to);
    last.set(thing, touches[place - 1] ?? -1);
  }
  return last;
}

/** How many of some rising numbers are below a bound. @param {readonly number[]} numbers @param {number} bound */
function countBelow(numbers, bound) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
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
