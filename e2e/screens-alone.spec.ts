import { expect, type Page } from '@playwright/test';
import { gatedConversation, standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/own-server';
import { expectFitAndUsable, inspectScreen } from './support/screens';
import { visit, waitForHydration } from './support/visit';

/** Checks pages in one size and theme; `npm run test:all` checks all sizes and themes. */
function testScreens(what: string, look: (screens: { page: Page; dashboard: Dashboard }) => Promise<void>): void {
  test(`${what} fit the screen and pass axe`, async ({ page, dashboard }) => look({ page, dashboard }));
  test(`${what} fit the screen and pass axe, wide and narrow, in light and dark`, {
    tag: '@long',
  }, async ({ page, dashboard }) => {
    test.setTimeout(600_000);
    await look({ page, dashboard });
  });
}

testScreens('pages of an empty history say what is missing,', async ({ page, dashboard }) => {
  const { url } = dashboard;
  await inspectScreen(
    page,
    url,
    {
      'today-empty': '/',
      'runs-empty': '/runs',
      'not-found': '/no-such-page',
    },
    {
      'trends-empty': '/trends',
      'compare-empty': '/compare',
      'run-not-found': '/runs/unknown',
      'runs-no-match': '/runs?q=nothing',
      'trends-case-empty': '/trends/case?suite=tests/refunds.jsonl&case=R-03',
      settings: '/settings',
    },
  );
  const words = {
    '/compare': 'There is nothing to compare yet.',
    '/trends': 'No run has finished yet.',
    '/trends/case?suite=x&case=y': 'No finished run contains this case.',
    '/': 'No runs yet',
    '/runs': 'No runs yet.',
  };
  for (const [address, missing] of Object.entries(words)) {
    expect(await (await dashboard.fetch(`${url}${address}`)).text(), address).toContain(missing);
  }
});

testScreens('the list of runs and a run that goes on', async ({ page, dashboard }) => {
  dashboard.write('scripts/prices_test.ts', "function TestPrice(t) { t.log('net'); t.assert.Equal(12, 10); }");
  dashboard.write('tests/plain.jsonl', suite(standardCase('A')));
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1'), gatedConversation('L2')));
  await dashboard.runInTerminal('tests/plain.jsonl', '--name', 'instant', '--runs', '2');
  await dashboard.runInTerminal('scripts/prices_test.ts');
  await dashboard.runInTerminal('tests/replies.csv', '--scorer', 'replies');
  const ended = dashboard.startInTerminal('tests/live.jsonl', '--name', 'shop');
  dashboard.open('L1-1');
  await visit(page, `${dashboard.url}/runs`);
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'tests/live.jsonl' }) }),
  ).toContainText('Running');
  await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
  await expect(page.getByText(/Turn 2: waiting for the agent/)).toBeVisible();
  await waitForHydration(page);
  await expectFitAndUsable(page, 'run-live');
  await page.goBack();
  await page.getByRole('button', { name: 'Actions for tests/replies.csv#replies' }).click();
  await page.getByRole('menuitem', { name: 'Label…' }).click();
  await page.getByRole('textbox', { name: /Label/ }).fill('before the new prompt');
  await expectFitAndUsable(page, 'label');
  await page.keyboard.press('Enter');
  await expect(page.getByText('before the new prompt')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for scripts/prices_test.ts' }).click();
  await expectFitAndUsable(page, 'run-menu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('1 run deleted.')).toBeVisible();
  await expectFitAndUsable(page, 'runs');
  await page.getByRole('button', { name: 'Undo' }).click();
  await inspectScreen(page, dashboard.url, {}, { 'runs-by-suite': '/runs?by=suite' });
  await page.getByRole('button', { name: 'New run' }).click();
  await expect(page.getByRole('dialog', { name: 'New run' })).toContainText('Parallel');
  await expectFitAndUsable(page, 'new-run');
  for (const gate of ['L1-2', 'L1-3', 'L2-1', 'L2-2', 'L2-3']) dashboard.open(gate);
  await ended;
});
