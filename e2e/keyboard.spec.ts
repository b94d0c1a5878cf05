import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

test('the palette goes anywhere, and does what the page can do', async ({ page }) => {
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expectNoViolations(page, 'palette');
  await page.keyboard.type('refunds');
  await expect(
    palette(page)
      .getByRole('option', { name: /refunds\.jsonl/ })
      .first(),
  ).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]+/);
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

test('the palette chooses the best match although it arrives late', async ({ page, dashboard }) => {
  dashboard.write('tests/late.jsonl', '{"id": "L-01", "name": "Never seen before", "input": "hello"}\n');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/cases/search*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type('never seen before');
  const options = palette(page).getByRole('option');
  await expect(options).toHaveCount(1);
  await expect(options).toHaveAttribute('aria-selected', 'true');
  held.resolve();
  await expect(options).toHaveCount(2);
  await expect(options.first()).toHaveText(/L-01.*late/);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
});

test('keys lead through a conversation, show it alone, and run its case again', async ({
  page,
  context,
  dashboard,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const again = 'tests/again.jsonl';
  copyFileSync(path.join(dashboard.workspace, file), path.join(dashboard.workspace, again));
  await visit(page, await dashboard.run(again, '--name', 'shop'));
  const list = page.getByRole('list', { name: 'Cases' });
  await expect(list.locator('[aria-current=true]')).toContainText('R-02');
  await page.keyboard.press('G');
  await expect(page).toHaveURL(/turn=4/);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/turn=1/);

  await page.keyboard.press('f');
  await expect(list).toBeHidden();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeHidden();
  await page.keyboard.press('f');
  await expect(list).toBeVisible();

  await page.keyboard.press('y');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/runs\/.+case=R-02&attempt=1/);

  const before = page.url().split('?')[0] ?? '';
  await page.keyboard.press('R');
  await expect(page).not.toHaveURL(new RegExp(before));
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('R-02');

  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/cases\/tests\/again\.jsonl\?case=R-02/);
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
