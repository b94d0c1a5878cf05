import { expect } from '@playwright/test';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

test('the theme that a person chooses stays', async ({ page, dashboard }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await revisit(page);
  await expect(page.locator('html')).toHaveClass(/dark/);
});
