import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/dashboard';
import { visit } from './support/visit';

const file = 'tests/plain.jsonl';
const text = suite(standardCase('A'), standardCase('B'));

function source(page: Page) {
  return page.getByRole('textbox', { name: `Text of ${file}` });
}

function typeAtEnd(page: Page, words: string): Promise<void> {
  return source(page)
    .press('Control+End')
    .then(() => page.keyboard.insertText(words));
}

test.beforeEach(async ({ page, dashboard }) => {
  dashboard.write(file, text);
  await visit(page, `${dashboard.url}/cases`);
  await page.getByRole('link', { name: file }).click();
  await expect(source(page)).toBeVisible();
});

test('a file is edited, undone and saved', async ({ page, dashboard }) => {
  const onDisk = () => readFileSync(path.join(dashboard.workspace, file), 'utf8');
  await typeAtEnd(page, '// mine\n');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(onDisk()).toBe(`${text}// mine\n`);
  await expectNoViolations(page, 'a case file');
});

test('a change on disk appears at once, and meets unsaved edits with both versions', async ({ page, dashboard }) => {
  const onDisk = () => readFileSync(path.join(dashboard.workspace, file), 'utf8');
  dashboard.write(file, suite(standardCase('A'), standardCase('theirs')));
  await expect(page.getByText('The file was changed on disk; this is the new text.')).toBeVisible();
  await expect(page.getByRole('link', { name: /theirs/ })).toBeVisible();

  await typeAtEnd(page, `${standardCase('mine')}\n`);
  dashboard.write(file, suite(standardCase('A'), standardCase('theirs again')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two versions of this file' });
  await expect(dialog.getByText('theirs again')).toBeVisible();
  await expectNoViolations(page, 'two versions');
  await dialog.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(page.getByRole('link', { name: /theirs again/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /mine/ })).toBeVisible();

  dashboard.write(file, suite(standardCase('third')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(onDisk()).toBe(suite(standardCase('A'), standardCase('theirs'), standardCase('mine')));

  await typeAtEnd(page, '// once more\n');
  dashboard.write(file, suite(standardCase('fourth')));
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await dialog.getByRole('button', { name: 'Save a copy' }).click();
  await expect(page.getByRole('link', { name: /fourth/ })).toBeVisible();
  expect(readFileSync(path.join(dashboard.workspace, 'tests/plain-mine.jsonl'), 'utf8')).toContain('// once more');
});

test('unsaved changes survive a closed tab', async ({ page, context, dashboard }) => {
  await typeAtEnd(page, '// not saved yet\n');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await visit(again, `${dashboard.url}/cases/${file}`);
  await expect(again.getByText(/Unsaved changes from .* are back/)).toBeVisible();
  await expect(source(again)).toHaveValue(`${text}// not saved yet\n`);
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(source(again)).toHaveValue(text);
  await again.reload();
  await expect(source(again)).toHaveValue(text);

  await typeAtEnd(again, '// left by a link\n');
  await again.getByRole('link', { name: 'All files' }).click();
  await again.getByRole('link', { name: file }).click();
  await expect(source(again)).toHaveValue(`${text}// left by a link\n`);
  await again.getByRole('button', { name: 'Keep' }).click();
  await again.keyboard.press('Control+s');
  await expect(again.getByText('Saved', { exact: true })).toBeVisible();
  await again.reload();
  await expect(source(again)).toHaveValue(`${text}// left by a link\n`);
  await expect(again.getByText('are back')).toBeHidden();
});

test('a file that is deleted while it is open can be saved again', async ({ page, dashboard }) => {
  const place = path.join(dashboard.workspace, file);
  rmSync(place);
  await expect(page.getByText('The file was deleted on disk.')).toBeVisible();
  await page.getByRole('button', { name: 'Save it again' }).press('Enter');
  await expect(page.getByText('The file was deleted on disk.')).toBeHidden();
  expect(readFileSync(place, 'utf8')).toBe(text);
});

test('an address of no case file names those that were meant', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/cases/other/plain.jsonl`);
  await expect(page.getByText('There is no case file other/plain.jsonl')).toBeVisible();
  await page.getByRole('link', { name: file }).click();
  await expect(source(page)).toHaveValue(text);
});
