import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/refunds.jsonl';

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Command palette' });
}

test.beforeEach(async ({ page, dashboard }) => {
  await dashboard.recorded(file, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
});

test('the palette goes anywhere, and does what the page can do', async ({ page, dashboard }) => {
  const runId = (await dashboard.recorded(file, '--name', 'shop')).split('/').at(-1) ?? '';
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expectNoViolations(page, 'palette');
  // The test types the run id and not the name of the file, because the cases of that file would come first as soon as
  // they are found.
  await page.keyboard.type(runId);
  await expect(palette(page).getByRole('option', { name: /^tests\/refunds\.jsonl/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}`));
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('list', { name: 'Cases' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type('failed cases');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Filter the cases' })).toHaveValue('s:failed');

  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type('no such command');
  await expect(palette(page).getByText('No matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('a report of a run is downloaded', async ({ page, dashboard }) => {
  await visit(page, await dashboard.recorded(file, '--name', 'shop'));
  await page.getByRole('button', { name: 'Report' }).press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '.md' }).press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^report-.+\.md$/);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('R-02');
});
