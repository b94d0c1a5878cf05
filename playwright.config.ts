import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { isThorough } from './e2e/support/thorough';
import { findBrowser } from './scripts/find-browser.mjs';

const executablePath = findBrowser();
/** True if `npm test` starts the browser tests; a failed test is then retried once. */
const isGate = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME !== undefined;

/** This project starts first, because it takes longest and mostly waits for installations. */
const longest = '**/package.spec.ts';

/** Test files to leave out, because another step of `npm test` runs them. */
const elsewhere = (process.env.TURNTREE_BROWSER_WITHOUT ?? '')
  .split(',')
  .filter((file) => file !== '')
  .map((file) => `**/${file}`);

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'package', testMatch: longest, testIgnore: elsewhere },
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: [...elsewhere, longest] },
  ],
  // Playwright's loader must not transform the built program.
  build: { external: ['**/dist/**'] },
  // One more worker than cores, because tests often wait for servers and pages.
  workers: availableParallelism() + 1,
  // The tests of a file run in order in one worker, because later tests use the runs that earlier ones recorded.
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
    // Animations are reduced, because they would use as much CPU time as the tests themselves.
    contextOptions: isThorough ? {} : { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace is recorded only where it is needed, because recording about doubles the duration of a test.
    trace: isGate ? 'on-first-retry' : 'retain-on-failure',
  },
});
