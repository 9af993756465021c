/** The one place that a screen reader listens to. */

const region = () => /** @type {HTMLElement} */ (document.getElementById('say'));

/** Says a short sentence. The same one again gets a no-break space, for else it would not be heard. @param {string} words */
export function say(words) {
  if (words === '') return;
  const place = region();
  place.textContent = place.textContent === words ? `${words}\u00a0` : words;
}
