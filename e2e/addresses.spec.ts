import { expect } from '@playwright/test';
import { test } from './support/shared';
import { visit } from './support/visit';

test('an address that names what is not there says so and leads on', async ({ page, dashboard }) => {
  const run = await dashboard.recorded('tests/refunds.jsonl', '--name', 'shop');
  const [runId = ''] = run.split('/').slice(-1);
  await visit(page, `${run}?case=nowhere`);
  await expect(page.getByText('This run has no case nowhere; showing ')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]')).toHaveCount(1);
  await visit(page, `${run}?case=S-01&attempt=7`);
  await expect(page.getByText('S-01 has no attempt 7; showing attempt 1 instead.')).toBeVisible();
  await visit(page, `${run}?case=S-01&turn=9`);
  await expect(page.getByText('This attempt has no turn 9; the last one is turn 1.')).toBeVisible();
  await visit(page, `${run}?case=S-01&turn=1`);
  await expect(page.getByRole('listitem', { name: 'Turn 1' })).toBeVisible();
  await expect(page.getByText('has no turn')).toHaveCount(0);

  await visit(page, `${dashboard.url}/runs/${runId.slice(0, -1)}?case=S-01`);
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}\\?case=S-01`));

  for (const address of ['/runs/unknown', '/runs/unknown/scores', '/runs/unknown/review']) {
    expect((await page.goto(`${dashboard.url}${address}`))?.status(), address).toBe(404);
    await expect(page.getByText('There is no such run in this history.')).toBeVisible();
  }
  for (const search of [`base=unknown&head=${runId}`, `base=${runId}&head=unknown`]) {
    expect((await page.goto(`${dashboard.url}/compare?${search}`))?.status(), search).toBe(404);
    await expect(page.getByText('One of these two runs is not in this history.')).toBeVisible();
  }
  await page.goto(`${dashboard.url}/cases/other/refunds.jsonl`);
  await expect(page.getByText('There is no case file other/refunds.jsonl')).toBeVisible();
  await page.getByRole('link', { name: 'tests/refunds.jsonl' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of tests/refunds.jsonl' })).toBeVisible();
  await page.goto(`${dashboard.url}/runs/unknown`);
  await page.getByRole('link', { name: 'All runs of this workspace' }).click();
  await expect(page.getByRole('link', { name: 'tests/refunds.jsonl' }).first()).toBeVisible();
});
