import { expect } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

test('a suite on a model that cannot be reached is replayed, also when it is run again', async ({
  page,
  dashboard,
}) => {
  const flags = ['--name', 'clerk', '--replay', 'strict'];
  expect(await dashboard.runInTerminal('tests/clerk.jsonl', ...flags)).toBe(0);
  await visit(page, await dashboard.newest('tests/clerk.jsonl'));
  await page.getByRole('link', { name: /C-02 A voucher/ }).click();
  await expect(page.getByText('Then here is a voucher for 45.90.').first()).toBeVisible();
  const first = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Re-run' }).click();
  await page.getByRole('menuitem', { name: /This case/ }).click();
  await page.waitForURL((url) => url.pathname !== first);
  const cases = page.getByRole('list', { name: 'Cases' });
  await expect(cases.getByRole('listitem')).toHaveCount(1);
  await expect(cases).toContainText('C-02');
  await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();
  await expect(page.getByText('Then here is a voucher for 45.90.').first()).toBeVisible();
});

test('secrets are on no page and in no answer of the server', async ({ page, dashboard }) => {
  const secret = 'sk-canary-of-the-shop';
  dashboard.write('shop.env', `SHOP_API_KEY=${secret}\n`);
  const expected = { name: 'Leaks', assert: { type: 'equals', value: `not ${secret}` } };
  dashboard.write(
    'tests/leaky.jsonl',
    suite(standardCase('A', expected), standardCase('B', { name: 'Crashes', input: 'crash' })),
  );
  const flags = ['--name', 'leaky', '--env', `${dashboard.workspace}/shop.env`];
  expect(await dashboard.runInTerminal('tests/leaky.jsonl', ...flags)).toBe(1);

  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/leaky.jsonl' }).click();
  for (const name of [/A Leaks/, /B Crashes/]) {
    await page.getByRole('link', { name }).click();
    await expect(page.locator('main')).toContainText('[redacted]');
    expect(await page.content()).not.toContain('sk-canary');
  }
  const runId = new URL(page.url()).pathname.split('/')[2];
  for (const path of ['', `/${runId}`, `/${runId}/attempt?suite=tests/leaky.jsonl&case=A&attempt=1`]) {
    bodies.push((await dashboard.fetch(`${dashboard.url}/api/runs${path}`)).text());
  }
  const all = (await Promise.all(bodies)).join('\n');
  expect(all).toContain('[redacted]');
  expect(all).not.toContain('sk-canary');
});
