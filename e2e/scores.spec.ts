import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { test as reportTest } from './support/fixtures';
import { cases } from './support/reports';
import { test } from './support/shared';
import { visit } from './support/visit';

const table = 'tests/replies.csv';

test('a row of a table shows its output beside what scorers gave and expected', async ({ page, dashboard }) => {
  const runId = await recordTable(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}?case=refund-far`);
  await expect(page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]')).toContainText('0.233');
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText('Where is my refund?');
  await expect(output).toContainText('I cannot say.');
  await expect(output).toContainText('Ground truthYour refund arrives on Friday.');
  await expect(output.getByRole('region', { name: 'Metadata' })).toContainText('difficultyhard');

  const tone = page.getByRole('tabpanel', { name: 'Scores' }).getByRole('region', { name: 'tone' });
  await expect(tone.getByRole('img', { name: '0.3, expected 0.6 – 1: 0.3 below' })).toBeVisible();
  await expect(tone).toContainText('Not one polite word.');
  await page.getByRole('link', { name: /^Error broken/ }).click();
  await expect(tone).toContainText('the output says nothing');
  await expect(tone.getByText('Error', { exact: true })).toBeVisible();

  await visit(page, `${dashboard.url}/cases`);
  await expect(page.getByRole('listitem').filter({ hasText: table })).toContainText('of 6 passed');
  await visit(page, `${dashboard.url}/cases/${table}?case=refund-far&panel=conversation`);
  await expect(page.getByRole('link', { name: /^Failed refund-far/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Passed refund-close/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Check and run' })).toContainText('I cannot say.');
});

test('all scores of a run stand in a table that sorts and filters, and the address keeps it', async ({
  page,
  dashboard,
}) => {
  const runId = await recordTable(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}`);
  await page.getByRole('link', { name: 'All scores' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}/scores`));
  await expect(rowsOf(page).first()).toContainText('refund-close');
  await page.getByRole('button', { name: 'Distance' }).click();
  await page.getByRole('button', { name: 'Distance' }).click();
  await expect(page.getByRole('columnheader', { name: 'Distance' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rowsOf(page)).toContainText([
    /^Errorbroken/,
    /^Failedrefund-far/,
    /^Failedtoo-good/,
    /^Passed/,
    /^Passed/,
    /^Passed/,
  ]);
  await expect(page.getByRole('row', { name: 'too-good' })).toContainText('0.2 – 0.7Failed1+0.3Passed0.3+0.3');

  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('@refund');
  await expect(page.getByText('2 of 6 cases', { exact: true })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page)).toContainText([/refund-far/, /refund-close/]);
  await page.getByRole('link', { name: /^refund-far/ }).click();
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('I cannot say.');
});

test('scores are counted by tag and column, each figure with the cases behind it', async ({ page, dashboard }) => {
  const runId = await recordTable(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}/scores`);
  await page.getByRole('tab', { name: 'By tag and column' }).click();
  await expect(page.getByRole('region', { name: 'Scores by tag' }).getByRole('row', { name: 'polite' })).toContainText(
    '4 of 6',
  );
  const channel = page.getByRole('region', { name: 'Scores by channel' });
  await expect(channel.getByRole('row', { name: '(empty)' })).toContainText('1 of 2');
  await expect(channel.getByRole('row', { name: 'chat' })).toContainText('4 of 6');
  await channel.getByRole('link', { name: 'chat' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test('charts of scores say what they show, and have their numbers as tables', async ({ page, dashboard }) => {
  const runId = await recordTable(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}/scores`);
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByRole('img', { name: '6 scores of levenshtein, from 0 to 1; 3 in range' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Distribution of 5 scores of tone/ })).toBeVisible();
  const tags = page.getByRole('region', { name: 'Success rate by tag', exact: true });
  await tags.getByText('Show table').click();
  await expect(tags.getByRole('row', { name: 'refund' })).toContainText('2 of 4');
  const ranges = page.getByRole('region', { name: 'levenshtein: scores and their ranges', exact: true });
  await ranges.getByText('Show table').click();
  await expect(ranges.getByRole('row').nth(1)).toContainText('broken0');
  await ranges.getByRole('link', { name: 'broken' }).click();
  await expect(page).toHaveURL(/case=broken/);
});

test('scores arrive while the run goes on', async ({ page, dashboard }) => {
  const lines = ['first', 'second'].map(
    (id) => `replies,${id},Waits,I can help ${id},I can help ${id},0.5,1,live,gate-${id}`,
  );
  dashboard.write(
    'tests/live.csv',
    `scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,gate\n${lines.join('\n')}\n`,
  );
  const ended = dashboard.startInTerminal('tests/live.csv', '--scorer', 'replies');
  const isThere = async () =>
    (await (await dashboard.fetch(`${dashboard.url}/api/runs?q=live.csv`)).json()).runs.length;
  await expect.poll(isThere).toBe(1);
  await visit(page, `${await dashboard.newest('tests/live.csv')}/scores`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'first' })).toContainText(/^Running.*Passed1/);
  dashboard.open('gate-first');
  await expect(page.getByRole('row', { name: 'first' })).toContainText('Passed0.95');
  await expect(page.getByRole('row', { name: 'second' })).toContainText('Running');
  dashboard.open('gate-second');
  await expect(page.getByRole('row', { name: 'second' })).toContainText('Passed0.95');
  expect(await ended).toBe(0);
});

test('a table of 10,000 scores is sorted and scrolled without a row too many', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  const lines = Array.from({ length: 10_000 }, (_, position) => {
    const id = String(position + 1).padStart(5, '0');
    return `exact,R${id},Row ${id},${id},${id},${position === 4_321 ? 'another' : id},1,1,t${position % 7}`;
  });
  dashboard.write(
    'tests/large.csv',
    `scorer_type,id,description,input,expected_output,ground_truth,expected_score_min,expected_score_max,tags\n${lines.join('\n')}\n`,
  );
  await visit(page, `${await dashboard.run('tests/large.csv', '--parallel', '8')}/scores`);
  await expect(page.getByText('10,000 cases', { exact: true })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText('R00001');
  expect(await rowsOf(page).count()).toBeLessThan(80);
  await page.getByRole('button', { name: 'exact' }).click();
  await expect(rowsOf(page).first()).toContainText('R04322');
  await page.getByRole('region', { name: 'Scores', exact: true }).evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight;
  });
  await expect(page.getByRole('row', { name: 'R10000' })).toBeVisible();
  expect(await rowsOf(page).count()).toBeLessThan(80);
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByText('300 of 10,000 points are drawn.')).toBeVisible();
});

reportTest('a report of a table has rulers, groups and every reason', async ({ page, reports }) => {
  await page.goto(await reports.report(table, '--scorer', 'replies'));
  await expect(page.getByRole('group', { name: 'Scores by channel' })).toContainText('chat');
  await cases(page)
    .getByRole('button', { name: /refund-far/ })
    .click();
  const opened = cases(page).getByRole('listitem').filter({ hasText: 'Ground truth' });
  await expect(opened).toContainText('expected 0.6-1');
  await expectNoViolations(page, 'a report of a table');
});

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Scores of every case' }).locator('tbody').getByRole('row');
}

async function recordTable(dashboard: Dashboard): Promise<string> {
  return path.basename(await dashboard.recorded(table, '--scorer', 'replies'));
}
