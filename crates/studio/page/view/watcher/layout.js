/** Where things stand in the watcher. */
import { make } from '../../part/make.js';
import { text } from '../../text/en.js';
import { Stage } from './stage.js';
import { choiceStrip, depthStrip } from './strip.js';

const t = text.watcher;

/** @typedef {ReturnType<typeof layout>} Layout */

/** @param {import('../../types.js').Puzzle} puzzle @param {AbortSignal} signal */
export function layout(puzzle, signal) {
  const stage = new Stage(puzzle, t.board, signal);
  const [tree, choices] = [depthStrip(), choiceStrip()];
  const step = make('p', { class: 'step' });
  const why = make('p', { class: 'soft why' });
  const facts = make('p', { class: 'soft counters' });
  const bench = make('div', { class: 'bench' });
  const rest = make('div', {}, make('h2', {}, t.choices), choices.element);
  const look = make(
    'div',
    { class: 'card look' },
    stage.element,
    make('div', { class: 'tree' }, tree.element),
    bench,
  );
  const about = make('div', { class: 'card about' }, step, why, facts, rest);
  return {
    element: make('div', { class: 'watch' }, look, about),
    stage,
    tree,
    choices,
    step,
    why,
    facts,
    bench,
    rest,
  };
}
