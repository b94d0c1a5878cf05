import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { test } from './support/dashboard';
import { visit } from './support/visit';

const file = 'tests/refunds.jsonl';

test('a question of a conversation is kept as a case, which runs', async ({ page, dashboard }) => {
  await dashboard.runInTerminal(file, '--name', 'shop');
  const before = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: file }).press('Enter');
  await page.getByRole('link', { name: /R-01/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'R-01' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('88213');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=1/);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=2/);
  await page.getByRole('button', { name: 'Save as case' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a case' });
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toHaveValue('R-01-turn-2');
  await expectNoViolations(page, 'save as a case');
  await dialog.getByRole('textbox', { name: 'Id' }).fill('R-01');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.getByText('has a case with the id "R-01" already')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Id' }).fill('R-01 again');
  await dialog.getByRole('textbox', { name: /Expected text/ }).fill('88213');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Saved' })).toBeVisible();

  const after = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect(JSON.parse(after.slice(before.length))).toMatchObject({
    id: 'R-01 again',
    input: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
    assert: [{ type: 'contains', value: '88213' }, { type: 'tool_called' }],
  });
  expect(await dashboard.runInTerminal(file, '--name', 'shop', '--case', 'R-01 again')).toBe(0);
});
