/** How a run stands, and how it ended. */
import { meaning } from '../../core/ending.js';
import { brief, count, percent, time } from '../../core/numbers.js';
import { make } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

const t = text.solver;

/** Progress is said aloud no more often than this, in seconds. */
const SAID_EVERY = 30;

/** The numbers of a run, and its end in words. */
export class Standing {
  #found = make('dd', {});
  #tried = make('dd', {});
  #rate = make('dd', {});
  #time = make('dd', {});
  #share = make('progress', { max: 1, 'aria-label': t.share });
  #part = make('span', { class: 'soft' });
  #bar = make('div', { class: 'share-done' }, this.#share, this.#part);
  #verdict = make('p', { class: 'verdict', hidden: true });
  #said = 0;
  element;

  constructor() {
    const pair = (/** @type {string} */ words, /** @type {HTMLElement} */ value) =>
      make('div', {}, make('dt', {}, words), value);
    const numbers = [
      pair(t.found, this.#found),
      pair(t.tried, this.#tried),
      pair(t.rate, this.#rate),
      pair(t.time, this.#time),
    ];
    this.element = make(
      'section',
      { class: 'standing card', 'aria-label': t.standing, hidden: true },
      this.#verdict,
      this.#bar,
      make('dl', { class: 'numbers' }, ...numbers),
    );
  }

  begin() {
    this.element.hidden = false;
    this.#verdict.hidden = true;
    this.#bar.hidden = false;
    this.#share.removeAttribute('value');
    this.#part.textContent = t.running;
    this.#said = 0;
    this.#numbers({ solutions: 0, nodes: 0, seconds: 0, nodes_per_second: 0 });
  }

  /** @param {any} data */
  progress(data) {
    this.#numbers(data);
    const { done, breadth, seconds, solutions } = data;
    if (done !== undefined) this.#share.value = done;
    const deep = breadth ? t.breadth(count(breadth.depth), count(breadth.frontier)) : t.running;
    this.#part.textContent = done === undefined ? deep : t.done(percent(done));
    if (seconds - this.#said < SAID_EVERY) return;
    this.#said = seconds;
    say(t.stillRunning(time(seconds), count(solutions)));
  }

  /** @param {any} data @param {string} kind */
  end(data, kind) {
    this.#numbers(data);
    this.#tell(endWords(data, kind), kind === 'best' ? 'found' : meaning(data).verdict);
  }

  /** @param {string} words */
  failed(words) {
    this.element.hidden = false;
    this.#tell(words, 'limit');
  }

  /** @param {any} data */
  #numbers({ total, solutions, nodes, nodes_per_second: rate, seconds }) {
    this.#found.textContent = count(total ?? solutions);
    this.#tried.textContent = brief(nodes);
    this.#rate.textContent = brief(rate ?? nodes / Math.max(seconds, 1e-6));
    this.#time.textContent = time(seconds);
  }

  /** @param {string} words @param {string} kind */
  #tell(words, kind) {
    this.#bar.hidden = true;
    this.#verdict.hidden = false;
    this.#verdict.className = `verdict ${kind}`;
    this.#verdict.textContent = words;
    say(words);
  }
}

/**
 * The end in words: found, proved that there is none, or stopped before anybody knew.
 * @param {any} end
 * @param {string} kind
 */
function endWords(end, kind) {
  const { verdict, count: number, limit } = meaning(end);
  const n = count(number);
  const why = /** @type {Record<string, string>} */ (t.limits)[limit] ?? limit;
  if (kind === 'best') return t.bestEnd(why);
  if (verdict === 'none') return t.none;
  if (verdict === 'counted') return t.counted(n);
  if (verdict === 'found') return limit ? t.foundSoFar(n, why) : t.foundEnough(n);
  return t.unknown(why);
}
