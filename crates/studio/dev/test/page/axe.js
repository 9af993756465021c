/** What axe finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations, a line each. The source is evaluated, since the page's policy lets no other script in.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis);
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  return found.map(
    (/** @type {any} */ { id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`)
        .join('; ')}`,
  );
}
