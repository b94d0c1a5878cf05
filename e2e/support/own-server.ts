import { attachLog, type Dashboard, openDashboard, signIn } from './dashboard';
import { test as base } from './fixtures';

/** A test with its own server, copy of the workspace, and empty history. */
export const test = base.extend<{ dashboard: Dashboard }>({
  dashboard: async ({ context }, use, testInfo) => {
    const { dashboard, serverLog, remove } = await openDashboard();
    await signIn(context, dashboard);
    await use(dashboard);
    await dashboard.stop();
    remove();
    await attachLog(serverLog, testInfo);
  },
});
