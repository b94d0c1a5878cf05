import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/shared';
import { visit } from './support/visit';

const table = 'tests/replies.csv';

test('a row of a table leads to all scores of its run, which the address keeps, and stands in its file', async ({
  page,
  dashboard,
}) => {
  const runId = path.basename(await dashboard.recorded(table, '--scorer', 'replies'));
  await visit(page, `${dashboard.url}/runs/${runId}?case=refund-far`);
  await expect(page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]')).toContainText('0.233');
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('I cannot say.');
  const tone = page.getByRole('tabpanel', { name: 'Scores' }).getByRole('region', { name: 'tone' });
  await expect(tone).toContainText('Not one polite word.');
  await page.getByRole('link', { name: 'All scores' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}/scores`));
  await page.getByRole('button', { name: 'Distance' }).click();
  await page.getByRole('button', { name: 'Distance' }).click();
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('@refund');
  await expect(page.getByText('2 of 6 cases', { exact: true })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page)).toContainText([/refund-far/, /refund-close/]);
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(
    page
      .getByRole('img', { name: /^2 scores of levenshtein/ })
      .locator('.recharts-surface')
      .first(),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('link', { name: /^refund-far/ }).click();
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('I cannot say.');

  await visit(page, `${dashboard.url}/cases`);
  await expect(page.getByRole('listitem').filter({ hasText: table })).toContainText('of 6 passed');
  await visit(page, `${dashboard.url}/cases/${table}?case=refund-far&panel=conversation`);
  await expect(page.getByRole('link', { name: /^Failed refund-far/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Passed refund-close/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Check and run' })).toContainText('I cannot say.');
});

test('scores arrive while the run goes on', async ({ page, dashboard }) => {
  const lines = ['first', 'second'].map(
    (id) => `replies,${id},Waits,I can help ${id},I can help ${id},I can help ${id},0.5,1,live,gate-${id}`,
  );
  dashboard.write(
    'tests/live.csv',
    `scorer_type,id,description,input,expected_output,ground_truth,expected_score_min,expected_score_max,tags,gate\n${lines.join('\n')}\n`,
  );
  const ended = dashboard.startInTerminal('tests/live.csv', '--scorer', 'replies');
  const isRunFinished = async () =>
    (await (await dashboard.fetch(`${dashboard.url}/api/runs?q=live.csv`)).json()).runs.length;
  await expect.poll(isRunFinished).toBe(1);
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

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Scores of every case' }).locator('tbody').getByRole('row');
}
