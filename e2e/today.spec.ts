import { expect } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/today.jsonl';
const never = { assert: { type: 'contains', value: 'never said' } };

test('the first page says what broke, since when and why, and leads to it', async ({ page, dashboard }) => {
  dashboard.write(file, suite(standardCase('breaks'), standardCase('holds')));
  await dashboard.runInTerminal(file, '--name', 'shop');
  dashboard.write(file, suite(standardCase('breaks'), standardCase('holds', never)));
  await dashboard.runInTerminal(file, '--name', 'shop');
  const bad = await dashboard.recorded(file, '--name', 'shop');

  await visit(page, dashboard.url);
  await expect(page.getByRole('region', { name: 'Cases that pass reliably' })).toContainText(
    /\d+% of cases pass reliably/,
  );
  const row = page
    .getByRole('list', { name: 'Suites that need attention' })
    .getByRole('listitem')
    .filter({ hasText: 'today.jsonl' });
  await expect(row).toContainText('Broken');
  await expect(row).toContainText('holds');
  await expect(row.getByRole('img', { name: /The last 3 complete runs: 1 passed, 2 with failures/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open work' })).toContainText('To review');

  await expectNoViolationsInBoth(page, 'first page');
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectToFit(page);
    await expectNoViolationsEither(page, `first page, ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('link', { name: /today\.jsonl/ }).click();
  await expect(page).toHaveURL(new RegExp(`${bad.split('/').at(-1)}`));
  await expect(page.getByRole('region', { name: 'Why it failed' })).toBeVisible();
});
