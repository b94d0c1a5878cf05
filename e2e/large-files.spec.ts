import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import { test } from './support/own-server';
import { visit } from './support/visit';

test('beside a line of 5 MB other cases are edited, and it stays byte for byte', async ({ page, dashboard }) => {
  const long = JSON.stringify({ id: 'long', input: 'many words '.repeat(480_000), x: 1 });
  expect(long.length).toBeGreaterThan(5_000_000);
  dashboard.write('tests/long.jsonl', suite(standardCase('A'), long, standardCase('B')));
  await visit(page, `${dashboard.url}/cases/tests/long.jsonl?case=A&view=form`);
  const list = page.getByRole('list', { name: 'Cases', exact: true });
  await expect(list.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('unknown key "x"');
  await page.getByRole('form').getByRole('textbox', { name: 'User message' }).fill('hello again');
  await list.getByRole('link', { name: /^long/ }).click();
  await expect(page.getByText('This case is too long for the form.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit in source' }).click();
  const editor = page.getByRole('textbox', { name: 'Text of tests/long.jsonl' });
  await expect(editor).toContainText('hello again');
  await editor.press('Control+End');
  await page.keyboard.insertText(standardCase('C'));
  await expect(list.getByRole('link')).toHaveCount(4);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const saved = readFileSync(path.join(dashboard.workspace, 'tests/long.jsonl'), 'utf8').split('\n');
  expect(saved[1] === long).toBe(true);
  expect(saved.toSpliced(1, 1)).toEqual([
    standardCase('A', { input: 'hello again' }),
    standardCase('B'),
    standardCase('C'),
  ]);
});

test('a file of 50,000 cases is listed, filtered, changed and saved', {
  tag: '@long',
}, async ({ page, dashboard }) => {
  test.setTimeout(180_000);
  const ids = Array.from({ length: 50_000 }, (_, position) => `case ${position}`);
  dashboard.write('tests/many.jsonl', suite(...ids.map((id) => standardCase(id))));
  await visit(page, `${dashboard.url}/cases/tests/many.jsonl?case=case%2049000`);
  const list = page.getByRole('list', { name: 'Cases', exact: true });
  await expect(list.getByRole('link', { name: /^case 49000 / })).toBeVisible({ timeout: 60_000 });
  expect(await list.getByRole('listitem').count()).toBeLessThan(200);
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('"case 49000"');
  await expect(list.getByRole('listitem')).toHaveCount(1, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(list.getByRole('link', { name: /^case 49000 / })).toBeInViewport();
  await page.getByRole('button', { name: 'Actions for case 49000' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('case 49000 deleted.')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 });
  const text = readFileSync(path.join(dashboard.workspace, 'tests/many.jsonl'), 'utf8');
  expect(text).toBe(suite(...ids.toSpliced(49_000, 1).map((id) => standardCase(id))));
});
