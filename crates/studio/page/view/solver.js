/** The solver: what to find, how it goes, what was found. */
import { engines, failed } from '../io/api.js';
import { make } from '../part/make.js';
import { picture } from '../part/picture.js';
import { enter, factList, heading } from '../part/room.js';
import { text } from '../text/en.js';
import { SolverDesk } from './solver/desk.js';
import { solverForm } from './solver/form.js';

const t = text.solver;

/** @type {import('../main.js').Show} */
export async function show(root, link, signal) {
  const opened = await enter(root, link, signal);
  if (!opened) return { title: t.title };
  const known = await engines(opened.family, signal);
  const desk = new SolverDesk(opened, signal);
  const form = solverForm(opened.family, failed(known) ? { engines: [], best: [], threads: 1 } : known);
  form.element.append(make('div', { class: 'buttons' }, desk.begin, desk.halt, desk.save));
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    void desk.start(form.wish());
  });
  const drawing = picture(t.understood, signal);
  const understood = make('figure', { class: 'card understood' }, drawing.image, factList(opened));
  const asked = make('div', { class: 'asked' }, form.element, desk.standing);
  const two = make('div', { class: 'two' }, asked, make('div', { class: 'seen' }, desk.best, understood));
  root.append(heading(opened, t.title), two, desk.found);
  void drawing.redraw({ puzzle: opened.puzzle });
  void desk.resume();
  return { title: `${t.title}: ${opened.title}` };
}
