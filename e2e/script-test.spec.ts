import { expect } from '@playwright/test';
import { test } from './support/shared';
import { visit } from './support/visit';

test('a script test shows what it checked, where, and what it wrote', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/checked_test.ts',
    `export function TestPrice(t: any) {
  t.log('the price is', 12);
  t.assert.Greater(12, 10);
  t.assert.Equal({ net: 12 }, { net: 10 }, 'Net price');
}
export function TestLater(t: any) { t.skip('no prices yet'); }
`,
  );
  expect(await dashboard.runInTerminal('scripts/checked_test.ts')).toBe(1);
  await visit(page, dashboard.url);
  await page.getByRole('link', { name: 'scripts/checked_test.ts' }).first().click();
  const script = page.getByRole('region', { name: 'Script test' });
  await expect(script).toContainText('scripts/checked_test.ts:1');
  await expect(script).toContainText(
    'Equal · Net price: expected { net: 12 } to equal { net: 10 } scripts/checked_test.ts:4:12',
  );
  await expect(script).toContainText('the price is 12');
  await expect(page.getByRole('tab')).toHaveText([/Why/, /Raw/, /History/]);
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('scripts/checked_test.ts:4:12');
  await expect(page.getByRole('region', { name: 'Conversation' })).toHaveCount(0);
  await page.getByRole('link', { name: /TestLater/ }).click();
  await expect(script).toContainText('no prices yet');
});
