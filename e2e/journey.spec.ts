import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const refunds = 'tests/refunds.jsonl';

/** Runs a separate suite twice, the second time with two attempts per case, and opens the list of runs. */
async function open(page: Page, dashboard: Dashboard, file: string): Promise<void> {
  copyFileSync(path.join(dashboard.workspace, refunds), path.join(dashboard.workspace, file));
  await dashboard.runInTerminal(file, '--name', 'shop');
  await dashboard.runInTerminal(file, '--name', 'shop', '--runs', '2', '--parallel', '4');
  await visit(page, `${dashboard.url}/runs`);
}

test('from a failed run to its export with the keyboard alone', async ({ page, dashboard }) => {
  await open(page, dashboard, 'tests/keys.jsonl');
  await command(page, 'keys failed');
  await expect(chosen(page)).toContainText('R-02');
  await page.keyboard.press('J');
  await expect(chosen(page)).toContainText('R-03');
  await page.keyboard.press('w');
  await expect(page.getByRole('tabpanel', { name: 'Why' })).toContainText(
    'missing checkpoints: verify, lookup, refund',
  );
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: '1 review' })).toBeVisible();

  await command(page, 'compare two');
  await expect(page.getByRole('region', { name: 'After' })).toContainText('of 20');
  const change = page.getByRole('list', { name: 'Changes' }).locator('[aria-current=true]');
  const first = await change.innerText();
  await page.keyboard.press('l');
  await expect(change).not.toHaveText(first);

  await command(page, 'keys failed');
  await expect(page.getByRole('button', { name: '1 review' })).toBeVisible();
  const download = page.waitForEvent('download');
  await command(page, 'report: .md');
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('R-03');
});

test('from a failed run to its export with the mouse', async ({ page, dashboard }) => {
  const file = 'tests/mouse.jsonl';
  await open(page, dashboard, file);
  await page.getByRole('link', { name: file }).first().click();
  await expect(chosen(page)).toContainText('R-02');
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').filter({ hasText: 'S-02' }).click();
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Why' })).toContainText('45.9');
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByRole('button', { name: 'Bad' }).click();
  await review.getByRole('textbox', { name: 'Note' }).fill('the discount is missing');
  await review.getByRole('textbox', { name: 'Note' }).press('Enter');

  await page.locator('main header').first().getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('list', { name: 'Changes' }).getByRole('link').filter({ hasText: 'S-02' }).click();
  await expect(page.getByRole('region', { name: 'Turns' })).toContainText('T1');
  await page.getByRole('region', { name: 'Comparison of a case' }).getByRole('link', { name: 'Open' }).last().click();
  await expect(chosen(page)).toContainText('S-02');
  await expect(review.getByRole('textbox', { name: 'Note' })).toHaveValue('the discount is missing');

  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('menuitem', { name: '.json For programs' }).click();
  expect(JSON.parse(readFileSync(await (await report).path(), 'utf8'))).toMatchObject({ summary: { total: 11 } });
  const reviews = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export reviews' }).click();
  expect(readFileSync(await (await reviews).path(), 'utf8')).toContain('the discount is missing');
});

test('runs are labelled, deleted and brought back with the mouse', async ({ page, dashboard }) => {
  const file = 'tests/labels.jsonl';
  await open(page, dashboard, file);
  await page.getByRole('textbox', { name: 'Filter the runs' }).fill('labels.jsonl');
  const list = page.getByRole('list', { name: 'Runs, newest first' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const actions = list.getByRole('button', { name: `Actions for ${file}` });
  await actions.first().click();
  await page.getByRole('menuitem', { name: 'Label…' }).click();
  await page.getByRole('textbox', { name: /Label/ }).fill('twice');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('twice');
  await actions.first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).not.toContainText('twice');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('twice');
});

function chosen(page: Page) {
  return page.getByRole('list', { name: 'Cases' }).locator('[aria-current=true]');
}

/** Runs a command of the palette. */
async function command(page: Page, words: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await page.keyboard.type(words);
  const first = palette.getByRole('option').first();
  // The runs and cases appear later than the entry for a text search, so the test waits for them.
  await expect(first).not.toContainText('Search what was said');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}
