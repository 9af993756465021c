/** The keyboard of the board: a table of keys. Only keys that did something are kept from the browser. */

/** @import { Axis } from '../types.js' */

/**
 * Each gives false where it did nothing.
 * @typedef {object} Acts
 * @property {(event: KeyboardEvent) => boolean} lead An arrow, Home, End or Page key.
 * @property {() => boolean} act Picks up or puts down.
 * @property {() => boolean} back
 * @property {() => boolean} remove
 * @property {(axis: Axis) => boolean} turn
 * @property {() => boolean} tray
 * @property {(what: 'where' | 'last' | 'ways' | 'missing') => boolean} ask
 * @property {(name: 'mark' | 'toMark' | 'hint' | 'larger' | 'smaller' | 'fit' | 'help') => boolean} call
 */

const LEADING = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Home', 'End', 'PageUp', 'PageDown'];

/** @type {Record<string, [Axis, Axis]>} */
const TURNS = { r: ['z', 'z-'], f: ['flip', 'flip'], z: ['z', 'z-'], x: ['x', 'x-'], y: ['y', 'y-'] };

/** @type {Record<string, 'where' | 'last' | 'ways' | 'missing'>} */
const ASKING = { o: 'where', l: 'last', m: 'ways', g: 'missing' };

/** @param {KeyboardEvent} event @param {Acts} acts @returns {boolean} */
function press(event, acts) {
  const { key } = event;
  const letter = key.toLowerCase();
  if (LEADING.includes(key)) return acts.lead(event);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === 'Enter' || key === ' ') return acts.act();
  if (key === 'Escape') return acts.back();
  if (key === 'Delete' || key === 'Backspace') return acts.remove();
  const turn = TURNS[letter];
  if (turn) return acts.turn(turn[event.shiftKey ? 1 : 0]);
  const asked = ASKING[letter];
  if (asked) return acts.ask(asked);
  if (letter === 't') return acts.tray();
  if (letter === 'b') return acts.call(event.shiftKey ? 'toMark' : 'mark');
  if (letter === 'h') return acts.call('hint');
  if (key === '+' || key === '=') return acts.call('larger');
  if (key === '-') return acts.call('smaller');
  if (key === '0') return acts.call('fit');
  return key === '?' && acts.call('help');
}

/**
 * @param {HTMLElement} host
 * @param {Acts} acts
 * @param {AbortSignal} signal
 * @param {(event: KeyboardEvent) => boolean} [when]
 */
export function keys(host, acts, signal, when = () => true) {
  host.addEventListener(
    'keydown',
    (event) => {
      if (when(event) && press(event, acts)) event.preventDefault();
    },
    { signal },
  );
}

/** The wait before a held button goes on, and between its steps, in milliseconds. */
const WAIT = 300;
const EACH = 25;

/**
 * Something that goes on as long as it is held.
 * @param {() => void} act
 * @returns {{begin: () => void, end: () => void}}
 */
export function held(act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const again = () => {
    act();
    timer = setTimeout(again, EACH);
  };
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const begin = () => {
    if (timer !== undefined) return;
    timer = setTimeout(again, WAIT);
    act();
  };
  return { begin, end };
}
