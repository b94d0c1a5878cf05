import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';
import { runStep } from './run-step.mjs';

/**
 * Makes sure that a Chromium for the browser tests is available: an installed one, otherwise Debian's, otherwise
 * Playwright's. Returns an exit code.
 */
export async function ensureBrowser() {
  const named = process.env.CHROME_PATH ?? '';
  if (named !== '' && !existsSync(named)) {
    console.error(`CHROME_PATH names ${named}, which does not exist: name a Chromium, or leave CHROME_PATH out.`);
    return 1;
  }
  if (findBrowser() !== undefined) return 0;
  console.log('No Chromium found; installing one.');
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    await runStep('apt-get', ['update']);
    await runStep('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  if (findBrowser() === undefined) await runStep('playwright', ['install', 'chromium']);
  if (findBrowser() !== undefined) return 0;
  console.error('The browser tests need Chromium: install it ("apt-get install chromium"), or set CHROME_PATH.');
  return 1;
}
