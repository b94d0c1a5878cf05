import { expect, type Page } from '@playwright/test';
import { gatedConversation, suite } from './support/cases';
import { type Dashboard, test } from './support/dashboard';
import { desk, project } from './support/desk';
import { test as reportTest } from './support/reports';
import { expectFitAndUsable } from './support/screens';
import { alive, visit } from './support/visit';

// What it sees is in the pictures; a trace of it would take longer than the test.
test.use({ trace: 'off' });

test.describe.configure({ timeout: 600_000 });

test('pages with nothing to show fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  await lookAt(page, dashboard.url, {
    'runs-empty': '/runs',
    'compare-empty': '/compare',
    'not-found': '/no-such-page',
    'run-not-found': '/runs/unknown',
    'runs-no-match': '/runs?q=nothing',
    'trends-empty': '/trends',
    'trends-case-empty': '/trends/case?suite=tests/refunds.jsonl&case=R-03',
    settings: '/settings',
  });
});

test('conversations fit the screen and pass axe, wide and narrow, in light and dark', async ({ page, dashboard }) => {
  const { first, second } = await runConversations(dashboard);
  await lookAt(page, dashboard.url, {
    'run-conversation': `/runs/${first}?case=R-03&tab=checkpoints&turn=2`,
    'run-message': `/runs/${first}?case=S-06&tab=why`,
    'run-raw': `/runs/${first}?case=R-01&tab=raw`,
    'run-simulator': `/runs/${first}?case=R-03&tab=simulator`,
    'run-history': `/runs/${first}?case=R-03&tab=history`,
    'compare-conversation': `/compare?base=${first}&head=${second}&case=R-03`,
    trends: '/trends?suite=tests/refunds.jsonl',
    'trends-case': '/trends/case?suite=tests/refunds.jsonl&case=R-03',
  });
});

test('cases of the other kinds fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  const { script, answers, scores } = await runOtherKinds(dashboard);
  await lookAt(page, dashboard.url, {
    'run-script': `/runs/${script}`,
    'run-answers': `/runs/${answers}?case=users&pick=0:3~4`,
    'run-scores': `/runs/${scores}?case=refund-far`,
    scores: `/runs/${scores}/scores`,
    'scores-groups': `/runs/${scores}/scores?view=groups`,
    'scores-charts': `/runs/${scores}/scores?view=charts`,
  });
});

test('several attempts, and what opens above a run, fit the screen and pass axe', async ({ page, dashboard }) => {
  const { first } = await runConversations(dashboard);
  await dashboard.runInTerminal(refunds, '--name', 'shop', '--runs', '3', '--parallel', '4');
  const [stability] = await runIds(dashboard);
  await lookAt(page, dashboard.url, {
    'run-attempts': `/runs/${stability}?q=s:failed`,
    compare: `/compare?base=${first}&head=${stability}`,
    'compare-attempts': `/compare?base=${stability}&head=${stability}&case=S-06`,
  });
  await lookAtDialogs(page, `${dashboard.url}/runs/${first}?case=S-06`);
});

test('what sums up a run, search and trying out fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  const { first, second } = await runConversations(dashboard);
  await lookAt(page, dashboard.url, {
    failures: `/runs/${first}/failures`,
    spending: `/runs/${first}/spending`,
    review: `/runs/${first}/review`,
    'review-other': `/runs/${second}/review`,
    'search-empty': '/search',
    search: '/search?q=order',
    'search-no-match': '/search?q=nobodysaysthis',
    'search-problem': '/search?q=nonsense:yes',
    models: '/compare/models',
    'models-of-suite': `/compare/models?suite=${refunds}&agent=shop`,
    try: '/try',
  });
});

test('the form of a case and its dry run fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  await dashboard.runInTerminal(refunds, '--name', 'shop', '--runs', '2');
  const place = (id: string): string => `/cases/${refunds}?case=${id}&view=form&panel=dry-run`;
  await lookAt(page, dashboard.url, {
    'form-conversation': place('R-01'),
    'form-data': place('S-02'),
    'form-history': place('S-05'),
    'form-not-run': place('S-07'),
  });
});

test('the list of runs and a run that goes on fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  await runConversations(dashboard);
  await runOtherKinds(dashboard);
  await lookAtRuns(page, dashboard);
});

test('the pages of cases fit the screen and pass axe, wide and narrow, in light and dark', async ({
  page,
  dashboard,
}) => {
  test.setTimeout(600_000);
  const file = 'tests/refunds.jsonl';
  await dashboard.runInTerminal(file, '--name', 'shop');
  dashboard.write('tests/broken.jsonl', '{"id": "A", "input": "hello", "asert": []}\n');
  for (const [name, address] of [
    ['cases', '/cases'],
    ['cases-search', '/cases?q=refund'],
    ['cases-new-file', '/cases?new=true'],
    ['case-file-missing', '/cases/tests/refund.jsonl'],
    ['case-conversation', `/cases/${file}?case=R-02&panel=conversation`],
    ['case-shown-only', '/cases/tests/replies.csv'],
  ] as const) {
    await visit(page, `${dashboard.url}${address}`);
    await page.waitForLoadState('networkidle');
    await expectFitAndUsable(page, name);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `${dashboard.url}/cases/tests/broken.jsonl?case=A`);
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
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Actions for A' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('link', { name: /^A-2/ })).toBeVisible();
  dashboard.write('tests/broken.jsonl', '{"id": "A", "input": "hello there"}\n');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expectFitAndUsable(page, 'case-two-versions');
});

reportTest(
  'a report on disk fits the screen and passes axe, wide and narrow, in light and dark',
  async ({ page, reports }) => {
    await page.goto(await reports.report('tests/refunds.jsonl'));
    await page.locator('[aria-expanded]', { has: page.getByText('R-03', { exact: true }) }).click();
    await expectFitAndUsable(page, 'report');
  },
);

const refunds = 'tests/refunds.jsonl';

/** Takes pictures of what is to be seen at each of these addresses. */
async function lookAt(page: Page, url: string, places: Record<string, string>): Promise<void> {
  for (const [name, address] of Object.entries(places)) {
    await visit(page, `${url}${address}`);
    await page.waitForLoadState('networkidle');
    await expectFitAndUsable(page, name);
  }
}

async function runConversations(dashboard: Dashboard) {
  await dashboard.runInTerminal(refunds, '--name', 'shop');
  await dashboard.runInTerminal(refunds, '--name', 'shop', '--case', 'R-03', '--case', 'S-06');
  const [second = '', first = ''] = await runIds(dashboard);
  return { first, second };
}

async function runOtherKinds(dashboard: Dashboard) {
  dashboard.write('scripts/prices_test.ts', "function TestPrice(t) { t.log('net'); t.assert.Equal(12, 10); }");
  dashboard.write('config.yml', project);
  dashboard.write('tests/desk.agent.yml', desk);
  await dashboard.runInTerminal('scripts/prices_test.ts');
  await dashboard.runInTerminal('tests/desk.agent.yml', '--name', 'shop');
  await dashboard.runInTerminal('tests/replies.csv', '--scorer', 'replies', '--runs', '2');
  const [scores = '', answers = '', script = ''] = await runIds(dashboard);
  return { script, answers, scores };
}

/** What opens above the page of a run. */
async function lookAtDialogs(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await expectFitAndUsable(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectFitAndUsable(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Report' }).click();
  await expectFitAndUsable(page, 'report-menu');
}

/** The list of runs, one of them live, and what opens above it. */
async function lookAtRuns(page: Page, dashboard: Dashboard): Promise<void> {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1'), gatedConversation('L2')));
  const ended = dashboard.runInTerminal('tests/live.jsonl', '--name', 'shop');
  dashboard.open('L1-1');
  await visit(page, `${dashboard.url}/runs`);
  await expect(page.getByRole('listitem').filter({ hasText: 'tests/live.jsonl' })).toContainText('Running');
  await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
  await expect(page.getByText(/Turn 2: waiting for the agent/)).toBeVisible();
  await alive(page);
  await expectFitAndUsable(page, 'run-live');
  await page.goBack();
  const scored = 'Actions for tests/replies.csv#replies';
  await page.getByRole('button', { name: scored }).click();
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
  await page.getByRole('button', { name: 'New run' }).click();
  await expect(page.getByRole('dialog', { name: 'New run' })).toContainText('Parallel');
  await expectFitAndUsable(page, 'new-run');
  for (const gate of ['L1-2', 'L1-3', 'L2-1', 'L2-2', 'L2-3']) dashboard.open(gate);
  await ended;
}

async function runIds(dashboard: Dashboard): Promise<string[]> {
  const { runs } = await (await dashboard.fetch(`${dashboard.url}/api/runs`)).json();
  return runs.map((run: { runId: string }) => run.runId);
}
