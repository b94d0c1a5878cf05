import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolationsEither } from './support/accessible';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/dry-run.jsonl';

/** These tests use a case file of their own, so that the case has no other recorded answers. */
test.beforeAll(async ({ shared: { dashboard } }) => {
  copyFileSync(path.join(dashboard.workspace, 'tests/refunds.jsonl'), path.join(dashboard.workspace, file));
  await dashboard.runInTerminal(file, '--name', 'shop', '--runs', '3', '--case', 'S-03');
});

test('a case is tried on its recorded answers while it is written', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/cases/${file}?case=S-03&view=form&panel=dry-run`);
  const result = page.getByRole('region', { name: 'Dry run' });
  const changes = page.getByRole('region', { name: 'What this changes' });
  await expect(result.getByRole('status')).toContainText('Failed');
  await expect(changes).toContainText('The last 3 attempts would end the same way as they did.');
  const value = page.getByRole('form').getByRole('textbox', { name: 'Text', exact: true });
  await value.fill('next');
  await expect(result.getByRole('status')).toContainText('Passed');
  await expect(changes).toContainText('Of the last 3 attempts, 3 would end differently.');
  await expectNoViolationsEither(page, 'dry run');

  await changes.getByRole('button', { name: 'Why' }).last().click();
  await expect(result.getByRole('status')).toContainText('Failed');
  await page.getByRole('combobox', { name: 'Recorded answer' }).click();
  await page.getByRole('option', { name: 'Pasted text' }).click();
  await page.getByRole('textbox', { name: 'Pasted answer' }).fill('See you next year');
  await expect(result.getByRole('status')).toContainText('Passed');
  await changes.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/runs\/.*case=S-03&attempt=/);

  await visit(page, `${dashboard.url}/cases/${file}?case=S-07&panel=dry-run`);
  await expect(page.getByText('This case has no recorded answers yet', { exact: false })).toBeVisible();
  await expect(result).toBeHidden();
  await page.getByRole('textbox', { name: 'Pasted answer' }).fill('Later');
  await expect(result.getByRole('status')).toContainText('Passed');
});
