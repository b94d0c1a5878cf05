import { expect } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import { test } from './support/fixtures';
import { visibleCases } from './support/reports';

const CASES = 5_000;

test('a report of 5,000 cases opens, filters and shows its last case', {
  tag: '@long',
}, async ({ page, reports }) => {
  test.setTimeout(300_000);
  const lines = Array.from({ length: CASES }, (_, position) =>
    standardCase(`C${String(position + 1).padStart(4, '0')}`, { input: `hello number ${position + 1}` }),
  );
  reports.write('tests/large.jsonl', suite(...lines));
  await page.goto(await reports.report('tests/large.jsonl', '--name', 'echo', '--parallel', '20'));
  await expect(page.getByRole('status')).toHaveText('5,000 cases');
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('"hello number 4999"');
  await expect(visibleCases(page)).toHaveText([/C4999/]);
  await visibleCases(page).click();
  await expect(page.locator('#case-4998')).toContainText('hello number 4999');
});
