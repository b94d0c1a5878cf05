import { attachLog, type Dashboard, type OpenDashboard, openDashboard, signIn } from './dashboard';
import { test as base } from './measured';

/**
 * The tests of a worker share a server, a copy of the workspace and a history. Each writes files under names of its own, adds
 * agents under names of its own, and leaves the runs of others alone.
 */
export const test = base.extend<object, { shared: OpenDashboard; dashboard: Dashboard }>({
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
  dashboard: [({ shared }, use) => use(shared.dashboard), { scope: 'worker' }],
  context: async ({ context, shared }, use, testInfo) => {
    await signIn(context, shared.dashboard);
    await use(context);
    await attachLog(shared.serverLog, testInfo);
  },
});
