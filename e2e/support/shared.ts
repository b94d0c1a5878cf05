import type { Page } from '@playwright/test';
import { attachLog, type Dashboard, signIn } from './dashboard';
import { test as base } from './fixtures';

/**
 * The tests of a worker share a server, a copy of the workspace and a history. Each writes files under names of its own, adds
 * agents under names of its own, and leaves the runs of others alone. They also share what the browser keeps of the server's
 * code, and nothing else that it keeps.
 */
export const test = base.extend<{ dashboard: Dashboard }>({
  dashboard: ({ shared }, use) => use(shared.dashboard),
  context: async ({ profile, shared }, use, testInfo) => {
    await profile.clearCookies();
    await profile.clearPermissions();
    await signIn(profile, shared.dashboard);
    await use(profile);
    await attachLog(shared.serverLog, testInfo);
    // A test that fails ends its worker; before, its pages are pictured.
    if (testInfo.status !== testInfo.expectedStatus) return;
    for (const page of profile.pages()) await page.close();
  },
  page: async ({ context, dashboard }, use) => {
    const page = await context.newPage();
    await forget(page, dashboard.url);
    await use(page);
  },
});

/** What pages of earlier tests have left in the browser. */
async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
  await session.detach();
}
