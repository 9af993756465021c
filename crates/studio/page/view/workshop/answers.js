/** What a search says of the puzzle on the desk: how many solutions, only one, how hard. */
import { meaning } from '../../core/ending.js';
import { count, time } from '../../core/numbers.js';
import { failed, stop } from '../../io/api.js';
import { start } from '../../io/running.js';
import { button, make } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

const t = text.workshop;
/** Nobody waits longer for an answer that was asked in passing. */
const SECONDS = 60;

/** @typedef {'solutions' | 'unique' | 'hard'} Question */

/** @type {Record<Question, wire.RunRequest>} */
const WISHES = {
  solutions: { kind: 'solve', find: 'count', limits: { seconds: SECONDS } },
  unique: { kind: 'solve', find: 'count', distinct: 'all', limits: { solutions: 2, seconds: SECONDS } },
  hard: { kind: 'rate', limits: { seconds: 5 } },
};

export class Answers {
  #told = make('div', { class: 'answers' });
  #halt = button(t.stopAsking, () => this.#stop(), { hidden: true });
  #asking = new AbortController();
  #puzzle;
  #buttons;
  element;

  /**
   * @param {() => wire.Puzzle | null} puzzle
   * @param {AbortSignal} signal
   */
  constructor(puzzle, signal) {
    this.#puzzle = puzzle;
    signal.addEventListener('abort', () => this.#asking.abort());
    const questions = /** @type {Question[]} */ (Object.keys(WISHES));
    this.#buttons = questions.map((question) =>
      button(t.questions[question], () => void this.#ask(question)),
    );
    this.element = make(
      'section',
      { class: 'asking', 'aria-label': t.ask },
      make('h2', {}, t.ask),
      make('div', { class: 'buttons' }, ...this.#buttons, this.#halt),
      this.#told,
    );
  }

  /** Nothing can be asked of what is no puzzle. @param {boolean} may */
  allow(may) {
    for (const button of this.#buttons) button.disabled = !may;
  }

  /** Another puzzle lies on the desk: what was said is not true any more. */
  forget() {
    this.#asking.abort();
    this.#halt.hidden = true;
    this.#told.replaceChildren();
  }

  #stop() {
    this.#asking.abort();
    this.#halt.hidden = true;
    for (const row of this.#told.querySelectorAll('.waiting')) tell(row, t.stopped);
  }

  /** @param {Question} question */
  async #ask(question) {
    const puzzle = this.#puzzle();
    if (!puzzle) return;
    this.#stop();
    const mine = (this.#asking = new AbortController());
    const row = this.#row(question);
    this.#halt.hidden = false;
    const done = (/** @type {string} */ words, /** @type {Node[]} */ ...more) => {
      this.#halt.hidden = true;
      tell(row, words, ...more);
      say(words);
    };
    const begun = await start({ ...WISHES[question], puzzle }, hearing(question, row, done), mine.signal);
    if (failed(begun)) return done(begun.error.message);
    if (mine.signal.aborted) return void stop(begun.run);
    mine.signal.addEventListener('abort', () => void stop(begun.run));
  }

  /** A fresh row in place of an older answer to the same question. @param {Question} question */
  #row(question) {
    this.#told.querySelector(`[data-question="${question}"]`)?.remove();
    const name = make('strong', {}, t.questions[question]);
    const row = make(
      'div',
      { class: 'waiting', 'data-question': question },
      name,
      make('span', {}, t.asking),
    );
    return this.#told.appendChild(row);
  }
}

/** Ends the waiting. @param {Element} row @param {string} words @param {Node[]} more */
function tell(row, words, ...more) {
  row.classList.remove('waiting');
  row.lastElementChild?.replaceWith(make('span', {}, words, ...more));
}

/**
 * @param {Question} question
 * @param {Element} row
 * @param {(words: string, ...more: Node[]) => void} done
 * @returns {import('../../io/running.js').Hear}
 */
const hearing = (question, row, done) => (name, data) => {
  if (name === 'failed') done(data.message);
  else if (name === 'rated') done(data.difficulty ?? '', table(data.lines ?? []));
  else if (name === 'end' && question !== 'hard') done(words(question, data));
  else if (name === 'progress' && row.lastElementChild) {
    row.lastElementChild.textContent = t.soFar(count(data.solutions), time(data.seconds));
  }
};

/** @param {Question} question @param {any} end */
function words(question, end) {
  const { verdict, count: number, all, limit } = meaning(end);
  if (verdict === 'none') return t.noSolution;
  const some = Number(number);
  if (question === 'unique' && some >= 2) return t.notUnique;
  if (question === 'unique' && some === 1 && all) return t.isUnique;
  if (all) return t.solutionsAre(count(number));
  if (some > 0) return t.atLeast(count(number));
  return t.notKnown(/** @type {Record<string, string>} */ (text.solver.limits)[limit] ?? limit);
}

/** @param {{name: string, words: string}[]} lines */
const table = (lines) =>
  make(
    'dl',
    { class: 'rated' },
    ...lines.flatMap(({ name, words: said }) => [make('dt', {}, name), make('dd', {}, said)]),
  );
