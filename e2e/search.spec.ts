import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { type Dashboard, test } from './support/dashboard';
import { expectToFit } from './support/fit';
import { visit } from './support/visit';

const refunds = 'tests/refunds.jsonl';

async function runIdOf(dashboard: Dashboard): Promise<string> {
  const { runs } = await (await dashboard.fetch(`${dashboard.url}/api/runs`)).json();
  return runs[0].runId;
}

test('what was said is found by its words and opens at its turn, with the keyboard alone', async ({
  page,
  dashboard,
}) => {
  await dashboard.runInTerminal(refunds, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'Search', exact: true }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Search what was said and done' });
  await field.pressSequentially('tool:lookup_order');
  const matches = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
  await expect(matches.first().locator('mark').first()).toHaveText(/lookup|order/);
  await expectNoViolations(page, 'what a search has found');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const link = matches.first().getByRole('link');
  const turn = /turn (\d+)/.exec((await link.textContent()) ?? '')?.[1];
  expect(turn).toBeDefined();
  await link.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/runs/.*[?&]turn=${turn}(&|$)`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(refunds);
});

test('a search can keep to one run, and says what it does not understand', async ({ page, dashboard }) => {
  await dashboard.runInTerminal(refunds, '--name', 'shop');
  await dashboard.runInTerminal(refunds, '--name', 'shop');
  const runId = await runIdOf(dashboard);
  await visit(page, `${dashboard.url}/runs/${runId}`);
  await page.getByRole('link', { name: 'Search this run' }).click();
  const field = page.getByRole('textbox', { name: 'Search what was said and done' });
  await field.fill('order');
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(/^\d+ places$/);
  const inOne = Number.parseInt((await status.textContent()) ?? '', 10);
  await page.getByRole('button', { name: 'Search all runs' }).click();
  await expect(status).toHaveText(`${inOne * 2} places`);
  await field.fill('speaker:ann');
  await expect(page.getByText('"speaker:" is not something to search by.')).toBeVisible();
  await field.fill('nobodysaidthis');
  await expect(page.getByText('Nothing was said or done with “nobodysaidthis”')).toBeVisible();
});

test('the palette finds cases, and looks for what was said', async ({ page, dashboard }) => {
  await dashboard.runInTerminal(refunds, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search commands, runs and cases').fill('refund');
  await expect(page.getByRole('option').filter({ hasText: refunds }).first()).toBeVisible();
  await page.getByRole('option', { name: 'Search what was said for “refund”' }).click();
  await expect(page).toHaveURL(/\/search\?q=refund/);
  await expect(page.getByRole('list', { name: 'Matches' })).toBeVisible();
});
