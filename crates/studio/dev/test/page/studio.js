/** The studio under test: a real server, one browser, a context a test, and no complaint from the page that is passed over. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { PATIENCE } from './tools.js';

const page = fileURLToPath(new URL('../../../page', import.meta.url));
const target = new URL('../../../../../target/', import.meta.url);
const BUILT = ['release', 'debug'].map((profile) => fileURLToPath(new URL(`${profile}/marquetry`, target)));
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The command and the browser: given by the environment, or where they usually are. */
const command = process.env['MARQUETRY'] ?? BUILT.find(existsSync) ?? 'marquetry';
const browserPath = process.env['CHROMIUM'] ?? BROWSERS.find(existsSync) ?? 'chromium';

/**
 * Starts a server, on a free port unless one is given.
 * @param {{port?: number, more?: string[]}} [options]
 */
export async function serve({ port = 0, more = [] } = {}) {
  const child = spawn(command, ['studio', '--no-open', '--port', String(port), '--page', page, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the studio ended with ${code}`)));
  });
  const address = String(line).match(/http:\/\/\S+/)?.[0] ?? '';
  const stop = (/** @type {'SIGINT' | 'SIGKILL'} */ signal = 'SIGINT') =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  return { address, stop };
}

/** A server and a browser for all tests of a file. @param {...string} more */
export async function studio(...more) {
  const server = await serve({ more });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  return {
    address: server.address,
    /**
     * Runs a test on a fresh page; fails if the page complained.
     * @param {string} hash
     * @param {(page: import('playwright-core').Page, complaints: string[]) => Promise<void>} act It may take complaints
     * away that it has expected.
     * @param {import('playwright-core').BrowserContextOptions} [options]
     */
    async visit(hash, act, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      context.setDefaultTimeout(PATIENCE);
      const tab = await context.newPage();
      const complaints = listen(tab);
      await tab.goto(server.address + hash);
      try {
        await act(tab, complaints);
      } catch (error) {
        if (error instanceof Error) error.message += `\n${await state(tab)}\n${complaints.join('\n')}`;
        throw error;
      } finally {
        await context.close();
      }
      if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** What a page shows while a test of it fails. @param {import('playwright-core').Page} tab */
async function state(tab) {
  const shown = await tab.evaluate(() => {
    const open = document.querySelector('dialog[open]') ?? document.body;
    return /** @type {HTMLElement} */ (open).innerText.slice(0, 2000);
  });
  return `at ${tab.url()} the page shows:\n${shown}`;
}

/** Everything that a page should not say. @param {import('playwright-core').Page} tab */
export function listen(tab) {
  /** @type {string[]} */
  const complaints = [];
  tab.on('console', (message) => {
    // A violated content policy is an error of the console too.
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  return complaints;
}
