/** What to find, and how: the form of the solver. */
import { choice, tick } from '../../part/dialogs.js';
import { field, make, select } from '../../part/make.js';
import { text } from '../../text/en.js';

/** @import * as wire from '../../types.js' */

/** @typedef {'first' | 'all' | 'count' | 'best'} Find */

const t = text.solver;

/** More solutions than this are not kept, unless people ask for more. */
const MOST = 10_000;
const MIB = 1_048_576;

/**
 * @param {wire.Family} family
 * @param {wire.Engines} engines
 */
export function solverForm(family, engines) {
  /** @type {Find} */
  let find = 'first';
  const { best: _, ...others } = t.finds;
  const offered = /** @type {typeof t.finds} */ (family === 'matching' ? t.finds : others);
  const same = select(Object.entries(t.symmetry), 'none');
  let looks = false;
  const sameField = field(t.same, same, 'same');
  const alike = tick(t.looks, false, (on) => (looks = on));
  const metric = select(Object.entries(t.metrics), 'moves');
  const details = advanced(engines);

  const adapt = () => {
    sameField.hidden = family === 'sliding' || find === 'first' || find === 'best';
    alike.hidden = family !== 'matching' || find === 'first' || find === 'best';
    details.adapt(find);
  };
  const element = make(
    'form',
    { class: 'solver-form' },
    choice(t.find, offered, /** @type {Find} */ ('first'), (chosen) => {
      find = chosen;
      adapt();
    }),
    sameField,
    alike,
    family === 'sliding' ? field(t.metric, metric) : null,
    details.element,
  );
  adapt();

  /** @returns {Omit<wire.RunRequest, 'puzzle'>} */
  const wish = () => {
    const more = details.wish();
    if (find === 'best') return { kind: 'best', ...more };
    const distinct = sameField.hidden || same.value === 'none' ? false : same.value;
    const byMetric = family === 'sliding' ? { metric: metric.value } : {};
    return {
      kind: 'solve',
      find,
      distinct,
      looks: !alike.hidden && looks,
      ...byMetric,
      ...more,
    };
  };
  return { element, wish, find: () => find };
}

/** Engine, threads and limits, folded away. @param {wire.Engines} engines */
function advanced(engines) {
  const limits = limitFields();
  const engine = make('select', { onchange: () => describe() });
  const about = make('p', { class: 'soft' });
  /** @type {{name: string, words: string}[]} */
  let offered = [];
  const describe = () => {
    about.textContent = offered.find(({ name }) => name === engine.value)?.words ?? t.autoWords;
  };
  /** @param {Find} find */
  const adapt = (find) => {
    const chosen = engine.value;
    offered = find === 'best' ? engines.best : engines.engines.filter((one) => canFind(one, find));
    const names = ['auto', ...offered.map(({ name }) => name)];
    engine.replaceChildren(
      ...names.map((name) => make('option', { value: name }, name === 'auto' ? t.auto : name)),
    );
    engine.value = names.includes(chosen) ? chosen : 'auto';
    limits.most.hidden = find !== 'all';
    describe();
  };
  const wish = () => ({ ...(engine.value !== 'auto' && { engine: engine.value }), ...limits.wish() });
  const fields = make('div', { class: 'fields' }, field(t.engine, engine), ...limits.fields);
  return { element: make('details', {}, make('summary', {}, t.details), fields, about), adapt, wish };
}

/** @param {wire.Engine} engine @param {Find} find */
const canFind = ({ finds }, find) =>
  find === 'first' || finds === 'all' || (find === 'count' && finds === 'number');

/** Numbers that people may give, each with what holds where they give none. */
function limitFields() {
  const number = (/** @type {string} */ hint) =>
    make('input', { type: 'number', min: 1, placeholder: hint, inputmode: 'numeric' });
  const [threads, seed] = [number(t.allCores), number('1')];
  const [seconds, nodes, memory] = [number(t.noLimit), number(t.noLimit), number(t.usual)];
  const solutions = number(String(MOST));
  const most = field(t.most, solutions);
  const wish = () => ({
    ...given('threads', threads),
    ...given('seed', seed),
    limits: {
      ...given('seconds', seconds),
      ...given('nodes', nodes),
      ...(memory.value && { memory: memory.valueAsNumber * MIB }),
      ...(!most.hidden && { solutions: solutions.valueAsNumber || MOST }),
    },
  });
  const fields = [
    field(t.threads, threads),
    field(t.seconds, seconds),
    field(t.nodes, nodes),
    most,
    field(t.memory, memory),
    field(t.seed, seed),
  ];
  return { fields, most, wish };
}

/** @param {string} name @param {HTMLInputElement} input @returns {Record<string, number>} */
const given = (name, input) => (input.value ? { [name]: input.valueAsNumber } : {});
