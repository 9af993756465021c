/** The shelf. */
import { text } from '../text/en.js';

/** @type {import('../main.js').Show} */
export async function show(root) {
  const title = document.createElement('h1');
  title.textContent = text.page.views.shelf;
  root.append(title);
  return { title: title.textContent };
}
