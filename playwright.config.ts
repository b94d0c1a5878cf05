import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { isThorough } from './e2e/support/thorough';
import { findBrowser } from './scripts/find-browser.mjs';

const executablePath = findBrowser();
/** Everything there is to prove is run: a test that fails is tried once more. */
const isGate = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME !== undefined;

/** Files that another part of the tests runs. */
const elsewhere = (process.env.TURNTREE_BROWSER_WITHOUT ?? '')
  .split(',')
  .filter((file) => file !== '')
  .map((file) => `**/${file}`);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: elsewhere,
  // The built program runs as it is.
  build: { external: ['**/dist/**'] },
  // Tests wait for servers and pages now and then.
  workers: availableParallelism() + 1,
  // The tests of a file follow each other in one worker: what one of them has recorded, the next ones find.
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: isGate ? [['dot'], ['json']] : [['list']],
  outputDir: 'test-results/browser',
  use: {
    browserName: 'chromium',
    launchOptions: executablePath === undefined ? {} : { executablePath },
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // What moves costs the processor as much as what it shows.
    contextOptions: isThorough ? {} : { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace takes about as long as what it shows.
    trace: isGate ? 'on-first-retry' : 'retain-on-failure',
  },
});
