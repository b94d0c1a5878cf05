import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { gatedConversation, standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { greeterOnTwoModels } from './support/greeter';
import { hand } from './support/hand';
import { test } from './support/own-server';
import { turn } from './support/start-run';
import { visit } from './support/visit';

const talks = 'tests/talks.jsonl';
const broken = 'tests/broken.jsonl';
const wavering = 'tests/wavering.jsonl';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Each task starts on the first page. It must take no more clicks, keys and fields than the numbers beside it say. */
test('eight tasks take at most the counted clicks, keys and fields', async ({ page, dashboard }) => {
  await prepareHistory(dashboard);
  const counts: Record<string, ReturnType<ReturnType<typeof hand>['counts']>> = {};
  for (const [name, task] of Object.entries(tasks)) {
    await test.step(name, async () => {
      await visit(page, dashboard.url);
      await expect(page.getByRole('list', { name: 'Suites that need attention' })).toBeVisible();
      const user = hand();
      await task({ page, dashboard, user });
      counts[name] = user.counts();
    });
  }
  expect(counts).toEqual({
    'since when is it broken': { clicks: 0, keys: 0, fields: 0 },
    'which cases were flaky in three weeks': { clicks: 0, keys: 0, fields: 0 },
    'why did it fail': { clicks: 1, keys: 0, fields: 0 },
    'send it to a colleague': { clicks: 1, keys: 0, fields: 0 },
    'two models': { clicks: 1, keys: 0, fields: 0 },
    'review 20 conversations': { clicks: 1, keys: 20, fields: 0 },
    'a new case with a mistake': { clicks: 3, keys: 0, fields: 4 },
    'start a run and watch it': { clicks: 2, keys: 0, fields: 0 },
  });
});

type Task = (given: { page: Page; dashboard: Dashboard; user: ReturnType<typeof hand> }) => Promise<void>;

const tasks: Record<string, Task> = {
  async 'since when is it broken'({ page }) {
    await expect(row(page, 'broken.jsonl')).toContainText(/Broken since .*: 20 of 20 cases/);
  },

  async 'which cases were flaky in three weeks'({ page }) {
    await expect(row(page, 'wavering.jsonl')).toContainText('wavers is flaky');
    const strip = row(page, 'wavering.jsonl').getByRole('img', {
      name: /The last 7 complete runs: 4 passed, 3 with failures/,
    });
    await expect(strip).toBeVisible();
  },

  async 'why did it fail'({ page, user }) {
    await user.click(row(page, 'broken.jsonl').getByRole('link', { name: broken, exact: true }));
    await expect(page.getByRole('region', { name: 'Why it failed' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText('We are closed.');
  },

  async 'send it to a colleague'({ page, user }) {
    // A user reports the conversation that is open on the page to somebody else.
    await row(page, 'broken.jsonl').getByRole('link', { name: broken, exact: true }).click();
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.hover();
    await expect(page.getByRole('form', { name: 'Share this conversation' })).toContainText('1 user message');
    await expect(share).toHaveAccessibleDescription(/^Downloads one HTML file with 1 user message\./);
    const download = page.waitForEvent('download');
    await user.click(share);
    expect((await download).suggestedFilename()).toMatch(/\.html$/);
  },

  async 'two models'({ page, user }) {
    const models = page.getByRole('link', { name: '2 models side by side' });
    await user.click(models.first());
    const table = page.getByRole('region', { name: 'Cases by run' });
    await expect(table.getByRole('columnheader')).toHaveText([/^Case$/, /^curt50%/, /^polite100%/]);
  },

  async 'review 20 conversations'({ page, user }) {
    await user.click(
      page.getByRole('region', { name: 'Open work' }).getByRole('link', { name: /failed conversations/ }),
    );
    const status = page.getByRole('status').filter({ hasText: /^Conversation/ });
    for (let place = 1; place <= 20; place += 1) {
      await expect(status).toHaveText(`Conversation ${place} of 20`);
      await user.press(page, '2');
    }
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('You reviewed 20 of 20 conversations');
  },

  async 'a new case with a mistake'({ page, dashboard, user }) {
    await user.click(page.getByRole('link', { name: 'Cases', exact: true }));
    await user.click(page.getByRole('link', { name: `New case in ${broken}` }));
    const form = page.getByRole('form');
    await expect(form.getByRole('textbox', { name: 'User message' })).toBeFocused();
    await user.write(form.getByRole('textbox', { name: 'User message' }), 'Do you open on Sunday?');
    await user.write(form.getByRole('textbox', { name: 'The answer contains' }), 'help page');
    const timeout = form.getByRole('textbox', { name: 'Timeout' });
    await user.write(timeout, 'soon');
    await expect(page.getByRole('tab', { name: 'Problems 1' })).toBeVisible();
    await expect(form.getByText('Problem: ')).toHaveCount(1);
    await user.write(timeout, '30s');
    await expect(page.getByText('No problems. Every case can run.')).toBeVisible();
    await user.click(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(JSON.parse(dashboard.read(broken).trim().split('\n').at(-1) ?? '')).toEqual({
      id: 'case-1',
      input: 'Do you open on Sunday?',
      assert: [{ type: 'contains', value: 'help page' }],
      timeout: '30s',
    });
  },

  async 'start a run and watch it'({ page, dashboard, user }) {
    await user.click(page.getByRole('link', { name: 'New run' }));
    await user.click(page.getByRole('button', { name: 'Start run' }));
    await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
    for (const number of [1, 2, 3]) {
      dashboard.open(`L-${number}`);
      await expect(turn(page, number)).toBeInViewport();
    }
    await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();
  },
};

function row(page: Page, suiteName: string) {
  return page
    .getByRole('list', { name: 'Suites that need attention' })
    .getByRole('listitem')
    .filter({ hasText: suiteName });
}

/**
 * Records a history with a failure that is new, a case that was flaky for three weeks, a suite on two models, and a
 * conversation whose last earlier attempt passed.
 */
async function prepareHistory(dashboard: Dashboard): Promise<void> {
  dashboard.addAgents({
    waverer: { type: 'module', path: 'agents/waverer.mjs' },
    seller: { type: 'module', path: 'agents/seller.mjs' },
  });
  const gate = path.join(dashboard.workspace, 'gates', 'yes');
  dashboard.write(
    'agents/waverer.mjs',
    `import { existsSync } from 'node:fs';
     export default ({ input }) => existsSync(${JSON.stringify(gate)}) || !input.includes('wavers') ? 'hello' : 'no';`,
  );
  dashboard.write(wavering, suite(standardCase('holds'), standardCase('wavers')));
  for (const hasPassed of [true, false, true, false, true, false, true]) {
    if (hasPassed) dashboard.open('yes');
    else rmSync(gate);
    await dashboard.runInTerminal(wavering, '--name', 'waverer');
  }
  spreadRuns(dashboard.databaseFile, 3.5 * DAY_MS);
  const greeter = greeterOnTwoModels(dashboard, 'host');
  for (const connector of ['polite', 'curt']) await dashboard.runInTerminal(greeter, '--connector', connector);
  dashboard.write(broken, suite(...Array.from({ length: 20 }, (_, place) => standardCase(`B-${place + 1}`))));
  for (const answer of ['hello', 'We are closed.']) {
    dashboard.write('agents/seller.mjs', `export default () => '${answer}';`);
    await dashboard.runInTerminal(broken, '--name', 'seller');
  }
  dashboard.write(talks, suite(gatedConversation('L')));
  for (const number of [1, 2, 3]) dashboard.open(`L-${number}`);
  await dashboard.runInTerminal(talks, '--name', 'shop');
  for (const number of [1, 2, 3]) rmSync(path.join(dashboard.workspace, 'gates', `L-${number}`));
}

/** Makes each run older than the next one by the same time. */
function spreadRuns(databaseFile: string, apartMs: number): void {
  const database = new BetterSqlite(databaseFile);
  const ids = database.prepare('SELECT id FROM runs ORDER BY started_at DESC').pluck().all();
  const move = database.prepare(
    'UPDATE runs SET started_at = started_at - ?, finished_at = finished_at - ? WHERE id = ?',
  );
  for (const [place, id] of ids.entries()) move.run(place * apartMs, place * apartMs, id);
  database.close();
}
