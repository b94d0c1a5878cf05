import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const good = 'tests/listed-good.jsonl';
const bad = 'tests/listed-bad.jsonl';
/** A filter of the run list that matches only these two suites. */
const listed = 'q=listed';

function list(page: Page) {
  return page.getByRole('list', { name: 'Runs, newest first' });
}

test.beforeAll(async ({ shared: { dashboard } }) => {
  dashboard.write(good, suite(standardCase('a'), standardCase('b')));
  dashboard.write(bad, suite(standardCase('a', { assert: { type: 'contains', value: 'never said' } })));
  await dashboard.runInTerminal(good, '--name', 'shop', '--runs', '2');
  await dashboard.runInTerminal(bad, '--name', 'shop');
  await dashboard.runInTerminal(good, '--name', 'shop');
});

test('runs are filtered, labelled, deleted and brought back, with the keyboard alone', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/runs?${listed}`);
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  await expect(
    list(page).getByRole('img', { name: /over the last 2 runs of the suite: from 100% to 100%/ }),
  ).toHaveCount(2);
  await expect(list(page)).toContainText('2 of 2 always passed');

  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Suite' }).click();
  await expect(page).toHaveURL(/by=suite/);
  await expect(list(page).getByRole('heading')).toHaveCount(2);
  await expectNoViolationsInBoth(page, 'runs by suite');
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolationsEither(page, `runs by suite, ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.type(' s:failed');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/q=listed[+ ]s:failed/);
  await page.getByRole('button', { name: `Actions for ${bad}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Label…' }).press('Enter');
  await page.getByRole('textbox', { name: /Label/ }).fill('before the new prompt');
  await page.keyboard.press('Enter');
  await expect(list(page)).toContainText('before the new prompt');

  await page.getByRole('textbox', { name: 'Filter the runs' }).fill('"new prompt"');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: `Actions for ${bad}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('1 run deleted.')).toBeVisible();
  await expect(page.getByText('No runs match')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(list(page)).toContainText('before the new prompt');
});

test('a run is started again from the list', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/runs?q=listed-bad.jsonl`);
  await page.getByRole('button', { name: `Actions for ${bad}` }).click();
  await page.getByRole('menuitem', { name: 'Run again' }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]+/);
  await expect(page.getByRole('banner').last()).toBeVisible();
  await visit(page, `${dashboard.url}/runs?q=listed-bad.jsonl`);
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
});

test('every run says its suite and agent at any width', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/runs?${listed}`);
  for (const width of [390, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const words of [path.basename(bad), 'shop']) {
      const box = await list(page).getByText(words, { exact: true }).first().boundingBox();
      expect(box?.width, `${words} at ${width}`).toBeGreaterThan(20);
    }
  }
});
