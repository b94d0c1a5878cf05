import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Dashboard } from './support/dashboard';
import { deskProject, deskWorkspace } from './support/desk-workspace';
import { test as reportTest } from './support/fixtures';
import { expectFitAndUsable, inspectScreen, isLong } from './support/screens';
import { test } from './support/shared';
import { visit } from './support/visit';

const refunds = 'tests/refunds.jsonl';

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

testScreens('conversations', async ({ page, dashboard }) => {
  const { first, second } = await runConversations(dashboard);
  await inspectScreen(
    page,
    dashboard.url,
    {
      'run-raw': `/runs/${first}?case=R-01&tab=raw`,
      'compare-conversation': `/compare?base=${first}&head=${second}&case=R-03`,
    },
    {
      'run-history': `/runs/${first}?case=R-03&tab=history`,
      'run-conversation': `/runs/${first}?case=R-03&tab=checkpoints&turn=2`,
      'run-message': `/runs/${first}?case=S-06&tab=why`,
      'run-simulator': `/runs/${first}?case=R-03&tab=simulator`,
      trends: `/trends?suite=${refunds}`,
      'trends-case': `/trends/case?suite=${refunds}&case=R-03`,
    },
  );
});

testScreens('cases of the other kinds', async ({ page, dashboard }) => {
  dashboard.write('scripts/net_test.ts', "function TestPrice(t) { t.log('net'); t.assert.Equal(12, 10); }");
  dashboard.write('config.yml', deskProject);
  dashboard.write('tests/screens.agent.yml', deskWorkspace);
  const script = await record(dashboard, 'scripts/net_test.ts');
  const answers = await record(dashboard, 'tests/screens.agent.yml', '--name', 'shop');
  const scores = await record(dashboard, 'tests/replies.csv', '--scorer', 'replies', '--runs', '2');
  await inspectScreen(
    page,
    dashboard.url,
    {
      'run-script': `/runs/${script}`,
      'run-answers': `/runs/${answers}?case=users&pick=0:3~4`,
      'run-scores': `/runs/${scores}?case=refund-far`,
      scores: `/runs/${scores}/scores`,
      'scores-charts': `/runs/${scores}/scores?view=charts`,
    },
    {
      'scores-groups': `/runs/${scores}/scores?view=groups`,
    },
  );
});

testScreens('several attempts, and what opens above a run,', async ({ page, dashboard }) => {
  const { first } = await runConversations(dashboard);
  const stability = await record(dashboard, refunds, '--name', 'shop', '--runs', '3', '--parallel', '4');
  await inspectScreen(
    page,
    dashboard.url,
    {
      'run-attempts': `/runs/${stability}?q=s:failed`,
      compare: `/compare?base=${first}&head=${stability}`,
    },
    {
      'compare-attempts': `/compare?base=${stability}&head=${stability}&case=S-06`,
    },
  );
  await lookAtDialogs(page, `${dashboard.url}/runs/${first}?case=S-06`);
});

testScreens('what sums up a run, search and trying out', async ({ page, dashboard }) => {
  const { first, second } = await runConversations(dashboard);
  await inspectScreen(
    page,
    dashboard.url,
    {
      'models-of-suite': `/compare/matrix?suite=${refunds}&agent=shop`,
    },
    {
      'search-problem': '/search?q=nonsense:yes',
      failures: `/runs/${first}/failures`,
      spending: `/runs/${first}/spending`,
      review: `/runs/${first}/review`,
      'review-other': `/runs/${second}/review`,
      'search-empty': '/search',
      search: '/search?q=order',
      'search-no-match': '/search?q=nobodysaysthis',
      models: '/compare/matrix',
      try: '/try',
    },
  );
});

testScreens('the form of a case and its dry run', async ({ page, dashboard }) => {
  await record(dashboard, refunds, '--name', 'shop', '--runs', '2');
  const place = (id: string): string => `/cases/${refunds}?case=${id}&view=form&panel=dry-run`;
  await inspectScreen(
    page,
    dashboard.url,
    {
      'form-data': place('S-02'),
    },
    {
      'form-not-run': place('S-07'),
      'form-history': place('S-05'),
      'form-conversation': place('R-01'),
    },
  );
});

testScreens('the pages of cases', async ({ page, dashboard }) => {
  await record(dashboard, refunds, '--name', 'shop');
  await inspectScreen(
    page,
    dashboard.url,
    {
      cases: '/cases',
      'case-file-missing': '/cases/tests/refund.jsonl',
    },
    {
      'case-shown-only': '/cases/tests/replies.csv',
      'case-conversation': `/cases/${refunds}?case=R-02&panel=conversation`,
      'cases-search': '/cases?q=refund',
      'cases-new-file': '/cases?new=true',
    },
  );
  if (isLong()) await lookAtProposals(page, dashboard);
});

/** Checks the dialogs and menus of a case file; the tests of cases check them, too. */
async function lookAtProposals(page: Page, dashboard: Dashboard): Promise<void> {
  const broken = 'tests/screens-broken.jsonl';
  dashboard.write(broken, '{"id": "A", "input": "hello", "asert": []}\n');
  await visit(page, `${dashboard.url}/cases/${broken}?case=A`);
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('menuitem', { name: 'Generate…' }).click();
  await expectFitAndUsable(page, 'case-generate');
  await page.getByRole('combobox', { name: 'Generator agent' }).click();
  await page.getByRole('option', { name: /^scribe/ }).click();
  await page.getByRole('textbox', { name: /Focus/ }).fill('greetings');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('list', { name: 'Problems of g2' })).toBeVisible();
  await expectFitAndUsable(page, 'case-proposed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for A' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('link', { name: /^A-2/ })).toBeVisible();
  dashboard.write(broken, '{"id": "A", "input": "hello there"}\n');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expectFitAndUsable(page, 'case-two-versions');
}

/** The report page is the same in all sizes and themes, so `report.spec.ts` checks all of it. */
reportTest(
  'a report on disk fits the screen and passes axe, wide and narrow, in light and dark',
  {
    tag: '@long',
  },
  async ({ page, reports }) => {
    await page.goto(await reports.report('tests/refunds.jsonl'));
    await page.locator('[aria-expanded]', { has: page.getByText('R-03', { exact: true }) }).click();
    await expectFitAndUsable(page, 'report');
  },
);

async function runConversations(dashboard: Dashboard) {
  const first = await record(dashboard, refunds, '--name', 'shop');
  const second = await record(dashboard, refunds, '--name', 'shop', '--case', 'R-03', '--case', 'S-06');
  return { first, second };
}

async function record(dashboard: Dashboard, suite: string, ...flags: string[]): Promise<string> {
  return path.basename(await dashboard.recorded(suite, ...flags));
}

/** Checks the dialogs and menus above the page of a run. */
async function lookAtDialogs(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await expect(page.getByRole('button', { name: 'Bad', exact: true })).toBeVisible();
  if (isLong()) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await expectFitAndUsable(page, 'palette');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectFitAndUsable(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Report' }).click();
  await expectFitAndUsable(page, 'report-menu');
}
