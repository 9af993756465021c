/** A run of one puzzle, and all that shows it. */
import { failed, stop } from '../../io/api.js';
import { follow, keepRun, keptRun, start } from '../../io/running.js';
import { button } from '../../part/make.js';
import { askToSave } from '../../part/saving.js';
import { text } from '../../text/en.js';
import { Best } from './best.js';
import { foundSolutions } from './found.js';
import { Standing } from './standing.js';

/** @import { Opened } from '../../io/opened.js' */

/** @typedef {{id: string, told: any}} Known */

const t = text.solver;
/** As many solutions as the server keeps. */
const KEPT = 10_000;

export class SolverDesk {
  /** @type {Known | null} */
  #run = null;
  #standing = new Standing();
  #opened;
  #signal;
  #best;
  #found;
  begin = button(t.start, () => {}, { class: 'main', type: 'submit' });
  halt = button(t.stop, () => this.#run && void stop(this.#run.id), { hidden: true });
  save = button(t.saveBest, () => this.#saveBest(), { hidden: true });
  standing;
  best;
  found;

  /** @param {Opened} opened @param {AbortSignal} signal */
  constructor(opened, signal) {
    this.#opened = opened;
    this.#signal = signal;
    this.#best = new Best(opened.puzzle, signal);
    this.#found = foundSolutions(opened, signal);
    this.standing = this.#standing.element;
    this.best = this.#best.element;
    this.found = this.#found.element;
  }

  /** Starts a run in place of the one before. @param {any} told */
  async start(told) {
    if (this.#run) void stop(this.#run.id);
    this.#busy(true);
    const { id, puzzle } = this.#opened;
    /** Events of a run that was replaced are not heard. @type {{run?: Known}} */
    const mine = {};
    const hear = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (mine.run && mine.run === this.#run) this.#hear(name, data);
    };
    const begun = await start({ ...told, puzzle }, hear, this.#signal);
    if (failed(begun)) {
      this.#standing.failed(begun.error.message);
      return this.#busy(false);
    }
    mine.run = { id: begun.run, told };
    this.#attach(mine.run);
    keepRun('solver', { ...mine.run, puzzle: id });
  }

  /** Takes up the run that this tab had begun before it was reloaded. */
  async resume() {
    const known = await keptRun('solver', this.#opened.id, this.#signal);
    if (!known || this.#run) return;
    this.#attach(known);
    this.#best.fill(known.state.curve);
    this.#found.grow(known.told.find === 'count' ? 0 : known.state.kept);
    follow(known.id, (name, data) => known === this.#run && this.#hear(name, data), this.#signal);
  }

  /** @param {Known} run */
  #attach(run) {
    this.#run = run;
    this.#busy(true);
    this.#standing.begin();
    this.#found.begin(run.id);
    this.#best.element.hidden = true;
    this.save.hidden = true;
    if (run.told.kind === 'best') this.#best.begin();
  }

  /** @param {string} name @param {any} data */
  #hear(name, data) {
    const { kind, find } = this.#run?.told ?? {};
    if (name === 'progress') {
      this.#standing.progress(data);
      if (kind === 'best') this.#best.progress(data);
    } else if (name === 'improved' && kind === 'best') {
      this.#best.improved(data);
      this.save.hidden = false;
    } else if (name === 'end') {
      this.#standing.end(data, kind);
      this.#busy(false);
    } else if (name === 'failed') {
      this.#standing.failed(data.message);
      this.#busy(false);
    }
    // Those that the progress counts may still be on their way; a solution that is told can be asked for.
    const there = { solution: data.number, end: data.kept }[name];
    if (kind === 'solve' && find !== 'count' && there !== undefined) this.#found.grow(Math.min(KEPT, there));
  }

  /** @param {boolean} is */
  #busy(is) {
    const focused = document.activeElement;
    this.begin.disabled = is;
    this.halt.hidden = !is;
    // A button that goes away takes the focus with it; the other of the pair is where people look next.
    if (is && focused === this.begin) this.halt.focus();
    if (!is && focused === this.halt) this.begin.focus();
  }

  #saveBest() {
    const { solution } = this.#best;
    const { puzzle, name = 'puzzle' } = this.#opened;
    if (solution) void askToSave({ puzzle, solution, name: `${name}-best` }, this.#signal);
  }
}
