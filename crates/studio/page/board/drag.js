/**
 * The pointer machine: idle, pressed, dragging. Nothing is decided when a button or finger goes down; a move happens when
 * it goes up. A press that does not go far is a tap. Clicks that no pointer made, as screen readers make them, are taps
 * too.
 */

/**
 * @typedef {object} Acts
 * @property {(event: PointerEvent) => boolean} grabs Is there something to drag here?
 * @property {(start: PointerEvent) => boolean} begin Takes it up, as it was pressed; false where that cannot be.
 * @property {(x: number, y: number, seconds: number) => void} move Once a frame.
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel
 * @property {(event: MouseEvent) => void} tap
 */

/** How far a press may go before it is a drag, in pixels. */
const SLACK = { mouse: 4, touch: 8 };

class Machine {
  /** @type {'idle' | 'pressed' | 'dragging' | 'spoiled'} */
  state = 'idle';
  /** @type {PointerEvent | null} */
  #start = null;
  #x = 0;
  #y = 0;
  #frame = 0;
  #before = 0;
  /** Is the next click one of which we know? */
  #tapped = false;
  #host;
  #acts;

  /** @param {HTMLElement} host @param {Acts} acts */
  constructor(host, acts) {
    this.#host = host;
    this.#acts = acts;
  }

  /** @param {PointerEvent} event */
  down = (event) => {
    if (this.state === 'dragging' || this.state === 'pressed') return this.#spoil(event);
    if (this.state === 'spoiled' && !event.isPrimary) return;
    this.state = 'idle';
    this.#tapped = false;
    if (event.button !== 0 || !event.isPrimary) return;
    this.state = 'pressed';
    this.#start = event;
  };

  /** A second finger: whatever it was, it is no drag. @param {PointerEvent} event */
  #spoil(event) {
    if (event.pointerId === this.#start?.pointerId) return;
    this.cancel();
    this.state = 'spoiled';
  }

  /** @param {PointerEvent} event */
  moved = (event) => {
    if (event.pointerId !== this.#start?.pointerId) return;
    [this.#x, this.#y] = [event.clientX, event.clientY];
    if (this.state === 'pressed') this.#far(event);
  };

  /** @param {PointerEvent} event */
  #far(event) {
    const start = /** @type {PointerEvent} */ (this.#start);
    const slack = event.pointerType === 'mouse' ? SLACK.mouse : SLACK.touch;
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < slack) return;
    if (!this.#acts.grabs(start) || !this.#acts.begin(start)) return this.#rest();
    this.state = 'dragging';
    // A finger is captured by what it hit; a mouse must be.
    if (event.pointerType === 'mouse') this.#host.setPointerCapture(event.pointerId);
    this.#before = performance.now();
    this.#frame = requestAnimationFrame(this.#paint);
  }

  /** @param {number} now */
  #paint = (now) => {
    this.#acts.move(this.#x, this.#y, Math.max(0, now - this.#before) / 1000);
    this.#before = now;
    this.#frame = requestAnimationFrame(this.#paint);
  };

  /** @param {PointerEvent} event */
  up = (event) => {
    if (event.pointerId !== this.#start?.pointerId) return;
    const { state } = this;
    const start = this.#start;
    const dragged = state === 'dragging';
    if (dragged) this.#acts.move(event.clientX, event.clientY, (performance.now() - this.#before) / 1000);
    this.#rest();
    this.#tapped = true;
    if (dragged) this.#acts.drop(event.clientX, event.clientY);
    else if (state === 'pressed') this.#acts.tap(start);
  };

  /** @param {MouseEvent} event */
  click = (event) => {
    if (!this.#tapped) this.#acts.tap(event);
    this.#tapped = false;
  };

  cancel = () => {
    const dragged = this.state === 'dragging';
    this.#rest();
    if (dragged) this.#acts.cancel();
  };

  /** @param {PointerEvent} event */
  lost = (event) => {
    if (event.pointerId === this.#start?.pointerId) this.cancel();
  };

  #rest() {
    cancelAnimationFrame(this.#frame);
    this.state = 'idle';
    this.#start = null;
  }
}

/**
 * Drags inside of an element: with a mouse, a pen or one finger.
 * @param {HTMLElement} host
 * @param {Acts} acts
 * @param {AbortSignal} signal
 */
export function dragging(host, acts, signal) {
  const machine = new Machine(host, acts);
  host.addEventListener('pointerdown', machine.down, { signal });
  host.addEventListener('pointermove', machine.moved, { signal });
  host.addEventListener('pointerup', machine.up, { signal });
  host.addEventListener('pointercancel', machine.lost, { signal });
  host.addEventListener('click', machine.click, { signal });
  addEventListener('blur', machine.cancel, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && machine.cancel(), { signal });
  addEventListener('keydown', (event) => event.key === 'Escape' && machine.cancel(), {
    signal,
    capture: true,
  });
  // A long press or the right button opens no menu under a drag.
  host.addEventListener('contextmenu', (event) => machine.state !== 'idle' && event.preventDefault(), {
    signal,
  });
  signal.addEventListener('abort', machine.cancel);
  return machine;
}
