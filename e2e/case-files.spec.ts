import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsEither } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/plain.jsonl';
const text = suite(standardCase('A'), standardCase('B'));

function source(page: Page) {
  return page.getByRole('textbox', { name: `Text of ${file}` });
}

async function typeAtEnd(page: Page, words: string): Promise<void> {
  await source(page).press('Control+End');
  await page.keyboard.insertText(words);
}

async function expectText(page: Page, wanted: string): Promise<void> {
  await expect.poll(async () => (await source(page).locator('.cm-line').allTextContents()).join('\n')).toBe(wanted);
}

test.beforeEach(async ({ page, dashboard }) => {
  dashboard.write(file, text);
  await visit(page, `${dashboard.url}/cases/${file}`);
  await expect(source(page)).toBeVisible();
});

test('a file is edited, undone and saved', async ({ page, dashboard }) => {
  const onDisk = () => readFileSync(path.join(dashboard.workspace, file), 'utf8');
  await typeAtEnd(page, '// mine');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(onDisk()).toBe(`${text}// mine`);
  await expectNoViolations(page, 'a case file');
});

test('a change on disk appears at once, meets unsaved edits with both versions, and a deleted file is saved again', async ({
  page,
  dashboard,
}) => {
  const onDisk = () => readFileSync(path.join(dashboard.workspace, file), 'utf8');
  dashboard.write(file, suite(standardCase('A'), standardCase('theirs')));
  await expect(page.getByText('The file was changed on disk; this is the new text.')).toBeVisible();
  await expect(page.getByRole('link', { name: /theirs/ })).toBeVisible();

  await typeAtEnd(page, standardCase('mine'));
  dashboard.write(file, suite(standardCase('A'), standardCase('theirs again')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two versions of this file' });
  await expect(dialog.getByText('theirs again')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use the version on disk' }).press('Enter');
  await expect(page.getByRole('link', { name: /theirs again/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /mine/ })).toBeVisible();

  dashboard.write(file, suite(standardCase('third')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await dialog.getByRole('button', { name: 'Keep my version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(onDisk()).toBe(`${suite(standardCase('A'), standardCase('theirs'))}${standardCase('mine')}`);

  await typeAtEnd(page, ' // once more');
  dashboard.write(file, suite(standardCase('fourth')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await dialog.getByRole('button', { name: 'Save a copy' }).click();
  await expect(page.getByRole('link', { name: /fourth/ })).toBeVisible();
  expect(readFileSync(path.join(dashboard.workspace, 'tests/plain-mine.jsonl'), 'utf8')).toContain('// once more');

  rmSync(path.join(dashboard.workspace, file));
  await expect(page.getByText('The file was deleted on disk.')).toBeVisible();
  await page.getByRole('button', { name: 'Save again' }).press('Enter');
  await expect(page.getByText('The file was deleted on disk.')).toBeHidden();
  expect(onDisk()).toBe(suite(standardCase('fourth')));
});

test('unsaved changes survive a closed tab', async ({ page, context, dashboard }) => {
  await typeAtEnd(page, '// not saved yet');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await visit(again, `${dashboard.url}/cases/${file}`);
  await expect(again.getByText(/Unsaved changes from .* were restored/)).toBeVisible();
  await expectNoViolationsEither(again, 'unsaved changes that were restored');
  await expectText(again, `${text}// not saved yet`);
  await again.getByRole('button', { name: 'Discard' }).click();
  await expectText(again, text);
  await again.reload();
  await expectText(again, text);

  await typeAtEnd(again, '// left by a link');
  await again.getByRole('link', { name: 'All files' }).click();
  await again.getByRole('link', { name: file, exact: true }).click();
  await expectText(again, `${text}// left by a link`);
  await again.getByRole('button', { name: 'Keep' }).click();
  await again.keyboard.press('Control+s');
  await expect(again.getByText('Saved', { exact: true })).toBeVisible();
  await again.reload();
  await expectText(again, `${text}// left by a link`);
  await expect(again.getByText('were restored')).toBeHidden();
});

test('two tabs keep what each has typed, also when one is closed', async ({ page, context, dashboard }) => {
  await typeAtEnd(page, '// from the first');
  const second = await context.newPage();
  await visit(second, `${dashboard.url}/cases/${file}`);
  await expect(second.getByText('This file has unsaved changes in 1 other tab too.')).toBeVisible();
  await expectText(second, text);
  await typeAtEnd(second, '// from the second');
  await expect(page.getByText('This file has unsaved changes in 1 other tab too.')).toBeVisible();
  await expectNoViolationsEither(page, 'a file that two tabs edit');
  await second.close({ runBeforeUnload: true });

  await page.reload();
  await expectText(page, `${text}// from the first`);
  const left = page.getByRole('alert').filter({ hasText: 'were left by a closed tab' });
  await left.getByRole('button', { name: 'Restore' }).click();
  await expectText(page, `${text}// from the second`);
  await left.getByRole('button', { name: 'Restore' }).click();
  await expectText(page, `${text}// from the first`);
  await left.getByRole('button', { name: 'Discard' }).click();
  await expect(left).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key))))
    .toEqual([]);
});

test('a file is checked, edited and saved where no worker starts', async ({ page, dashboard }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
  });
  await page.reload();
  const panel = page.getByRole('region', { name: 'Check and run' });
  await expect(panel.getByText('Live checking is unavailable', { exact: false })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cases', exact: true }).getByRole('link')).toHaveCount(2);
  await typeAtEnd(page, '{"id": "C", "inptu": "x"}');
  await expect(panel.getByText('unknown key "inptu"')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(readFileSync(path.join(dashboard.workspace, file), 'utf8')).toBe(`${text}{"id": "C", "inptu": "x"}`);
});
