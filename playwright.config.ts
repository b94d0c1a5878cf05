import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [['list']] : [['dot'], ['json']],
  outputDir: 'test-results/browser',
  use: {
    browserName: 'chromium',
    launchOptions: executablePath === undefined ? {} : { executablePath },
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
