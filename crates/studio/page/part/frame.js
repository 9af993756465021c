/** What is painted once a frame, however often it is asked for. */

/**
 * Gives a function that has something done at the next frame.
 * @param {() => void} act
 */
export function onceAFrame(act) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      act();
    });
  };
}
