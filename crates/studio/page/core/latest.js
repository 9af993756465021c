/**
 * Work that is asked for faster than it can be done: one at a time, and the newest wish wins.
 */

/**
 * Runs one task at a time. While one runs, only the last wish made is kept; those before it are never begun. Answers that
 * a later wish has made old are not told.
 *
 * @template W, A
 * @param {(wish: W) => Promise<A>} work
 * @param {(answer: A, wish: W) => void} tell
 * @param {(error: unknown) => void} [failed]
 * @returns {(wish: W) => void}
 */
export function latest(work, tell, failed = () => {}) {
  let busy = false;
  /** @type {{ wish: W } | null} */
  let waiting = null;

  /** @param {W} wish */
  async function run(wish) {
    busy = true;
    try {
      const answer = await work(wish);
      if (!waiting) tell(answer, wish);
    } catch (error) {
      if (!waiting) failed(error);
    }
    busy = false;
    if (waiting) {
      const next = waiting.wish;
      waiting = null;
      void run(next);
    }
  }
  return (wish) => {
    if (busy) waiting = { wish };
    else void run(wish);
  };
}

/**
 * Holds the newest event of each name until it is taken.
 *
 * @template E
 */
export function newest() {
  /** @type {Map<string, E>} */
  const held = new Map();
  return {
    /** @param {string} name @param {E} event */
    put(name, event) {
      held.set(name, event);
    },
    /** All that is held, by name; it is empty afterwards. */
    take() {
      const taken = new Map(held);
      held.clear();
      return taken;
    },
  };
}

/**
 * Puts a call off until nobody has asked for `wait` milliseconds. The clock is given, so that tests need none.
 *
 * @template {unknown[]} A
 * @param {number} wait
 * @param {(...args: A) => void} call
 * @param {{ set: (run: () => void, wait: number) => unknown, clear: (timer: any) => void }} clock
 */
export function settled(wait, call, clock) {
  /** @type {unknown} */
  let timer = null;
  return (/** @type {A} */ ...args) => {
    if (timer !== null) clock.clear(timer);
    timer = clock.set(() => {
      timer = null;
      call(...args);
    }, wait);
  };
}
