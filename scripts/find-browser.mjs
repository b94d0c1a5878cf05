import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a Chromium for the browser tests: the one in CHROME_PATH, Playwright's own, or one of the system. Prefers a
 * headless shell to a full browser, because it renders the same pages with less than half the work.
 */
export function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, which does not exist`);
  }
  const own = chromium.executablePath();
  return [...headlessShellsBeside(own), own, ...systemPaths].find((file) => existsSync(file));
}

/** Playwright installs the full browser and the headless shell of a revision in neighbouring folders. */
function headlessShellsBeside(browser) {
  const [folder, revision] = /^(.*?)[\\/]chromium-(\d+)[\\/]/.exec(browser)?.slice(1) ?? [];
  if (revision === undefined) return [];
  const shell = path.join(folder, `chromium_headless_shell-${revision}`);
  return globSync('*/{chrome-headless-shell,headless_shell}{,.exe}', { cwd: shell }).map((file) =>
    path.join(shell, file),
  );
}
