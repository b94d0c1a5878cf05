import type { Page } from '@playwright/test';
import { attachLog, type Dashboard, signIn } from './dashboard';
import { test as base } from './fixtures';

/**
 * The tests of a worker share a server, a workspace and a history. Each test uses its own file and agent names and
 * leaves other runs unchanged. They also share the browser's script cache, but no other browser state.
 */
export const test = base.extend<{ dashboard: Dashboard }>({
  dashboard: ({ shared }, use) => use(shared.dashboard),
  context: async ({ profile, shared }, use, testInfo) => {
    await profile.clearCookies();
    await profile.clearPermissions();
    await signIn(profile, shared.dashboard);
    await use(profile);
    await attachLog(shared.serverLog, testInfo);
    // After a failed test, the pages stay open: the worker of the test ends anyway, and screenshots are taken before
    // that.
    if (testInfo.status !== testInfo.expectedStatus) return;
    for (const page of profile.pages()) await page.close();
  },
  page: async ({ context, dashboard }, use) => {
    const page = await context.newPage();
    await forget(page, dashboard.url);
    await use(page);
  },
});

/** Clears the browser state left by earlier tests. */
async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
  await session.detach();
}
