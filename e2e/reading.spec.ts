import { expect } from '@playwright/test';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

test('a run can be read with the keyboard alone', async ({ page, dashboard }) => {
  await visit(page, await dashboard.recorded('tests/refunds.jsonl', '--name', 'shop'));
  const chosen = page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]');
  await expect(chosen).toContainText('R-02');

  await page.keyboard.press('l');
  await expect(chosen).toContainText('R-03');
  await page.keyboard.press('J');
  await expect(chosen).toContainText('S-02');
  await page.keyboard.press('K');
  await page.keyboard.press('h');
  await expect(chosen).toContainText('R-02');

  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=2/);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/turn=1/);
  await page.keyboard.press('w');
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('/');
  await page.keyboard.type('s:error jl');
  await expect(page.getByText('No matches')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toHaveValue('s:error jl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

test('the theme that a person chooses stays', async ({ page, dashboard }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await revisit(page);
  await expect(page.locator('html')).toHaveClass(/dark/);
});
