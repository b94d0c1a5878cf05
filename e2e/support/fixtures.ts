import type { BrowserContext } from '@playwright/test';
import { type OpenDashboard, openDashboard } from './dashboard';
import { test as base } from './measured';
import { openReports, type Reports } from './reports';

type WorkerFixtures = { shared: OpenDashboard; profile: BrowserContext; reports: Reports };

/**
 * Resources shared by all tests of a worker, created on first use. All tests declare the same fixtures, because
 * Playwright restarts a worker if they differ.
 */
export const test = base.extend<object, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const opened = await openDashboard();
      await use(opened);
      await opened.dashboard.stop();
      opened.remove();
    },
    { scope: 'worker' },
  ],
  profile: [
    async ({ browser }, use, { project }) => {
      const { viewport = null, contextOptions, actionTimeout = 0 } = project.use;
      // Options that Playwright passes to the browser contexts of tests.
      const profile = await browser.newContext({ viewport, ...contextOptions });
      profile.setDefaultTimeout(actionTimeout);
      profile.setDefaultNavigationTimeout(0);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  reports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const { reports, remove } = openReports();
      await use(reports);
      remove();
    },
    { scope: 'worker' },
  ],
});
