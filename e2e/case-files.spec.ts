import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import { test } from './support/dashboard';
import { visit } from './support/visit';

const file = 'tests/plain.jsonl';
/** A conversation that goes well with the shop. */
const conversation = JSON.stringify({
  id: 'talk',
  input: 'I want my money back.',
  simulator: { use: 'shopper', options: { metadata: { persona: 'Patient customer', goal: 'Get the money back' } } },
  checkpoints: [{ id: 'ask_order', assert: { type: 'contains', value: 'order id' } }],
});
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

test('files are made and searched, and a workspace without any says how to begin', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/cases?q=hello+plain`);
  await expect(page.getByRole('list', { name: 'Cases that match' }).getByRole('link')).toHaveCount(2);
  await expectNoViolations(page, 'cases that match');
  await page.getByRole('textbox', { name: 'Search the cases of all files' }).fill('plain kind:standard "hello b"');
  await page.getByRole('link', { name: 'B', exact: true }).press('Enter');
  await expect(page).toHaveURL(/tests\/plain\.jsonl\?case=B/);

  for (const folder of ['tests', 'experiments'])
    rmSync(path.join(dashboard.workspace, folder), { recursive: true, force: true });
  await visit(page, `${dashboard.url}/cases`);
  await expect(page.getByText('This workspace has no case files yet.')).toBeVisible();
  await expectNoViolations(page, 'no case files');
  await page.getByRole('main').getByRole('button', { name: 'New file' }).last().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New file' });
  await dialog.getByRole('textbox').fill('../outside.jsonl');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('The file was not created.')).toBeVisible();
  await expectNoViolations(page, 'new file');
  await dialog.getByRole('textbox').fill('tests/new.jsonl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text of tests/new.jsonl' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cases', exact: true }).getByRole('link')).toHaveCount(1);

  await page.getByRole('button', { name: 'New case' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Conversation/ }).press('Enter');
  await expect(page.getByRole('link', { name: /conversation-1/ })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('textbox', { name: 'Text of tests/new.jsonl' }).press('Control+a');
  await page.keyboard.insertText(`${conversation}\n`);
  await page.getByRole('link', { name: /^talk/ }).click();
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: /Agent and connector/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: /^shop\b/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+Enter');
  const panel = page.getByRole('region', { name: 'Check and run' });
  await expect(panel.getByText('I want my money back.').first()).toBeVisible();
  await expect(panel.getByText('Passed').first()).toBeVisible();
  expect(readFileSync(path.join(dashboard.workspace, 'tests/new.jsonl'), 'utf8')).toBe(`${conversation}\n`);
});

test('files that cannot be shown or read say what to do; half-written ones can be edited', async ({
  page,
  dashboard,
}) => {
  writeFileSync(path.join(dashboard.workspace, 'tests/latin.jsonl'), Buffer.from('{"id": "caf\u00e9"}\n', 'latin1'));
  await visit(page, `${dashboard.url}/cases/tests/latin.jsonl`);
  await expect(page.getByText('tests/latin.jsonl is not UTF-8 text.')).toBeVisible();
  await expect(page.getByText(/in line 1/)).toBeVisible();
  dashboard.write('tests/half.jsonl', `${standardCase('A')}\n{"id": "B", "inp`);
  await visit(page, `${dashboard.url}/cases/tests/half.jsonl`);
  await expect(page.getByRole('list', { name: 'Cases', exact: true }).getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Cases', exact: true })).toContainText('1 problem');
});

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

test('a file of 50,000 cases is listed, filtered, changed and saved', async ({ page, dashboard }) => {
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

test.beforeEach(async ({ page, dashboard }) => {
  dashboard.write(file, text);
  await visit(page, `${dashboard.url}/cases`);
  await page.getByRole('link', { name: file }).click();
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

test('a change on disk appears at once, and meets unsaved edits with both versions', async ({ page, dashboard }) => {
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
});

test('unsaved changes survive a closed tab', async ({ page, context, dashboard }) => {
  await typeAtEnd(page, '// not saved yet');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await visit(again, `${dashboard.url}/cases/${file}`);
  await expect(again.getByText(/Unsaved changes from .* were restored/)).toBeVisible();
  await expectNoViolationsInBoth(again, 'unsaved changes that were restored');
  await expectText(again, `${text}// not saved yet`);
  await again.getByRole('button', { name: 'Discard' }).click();
  await expectText(again, text);
  await again.reload();
  await expectText(again, text);

  await typeAtEnd(again, '// left by a link');
  await again.getByRole('link', { name: 'All files' }).click();
  await again.getByRole('link', { name: file }).click();
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
  await expectNoViolations(page, 'a file that two tabs edit');
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

test('a file that is deleted while it is open can be saved again', async ({ page, dashboard }) => {
  const place = path.join(dashboard.workspace, file);
  rmSync(place);
  await expect(page.getByText('The file was deleted on disk.')).toBeVisible();
  await page.getByRole('button', { name: 'Save again' }).press('Enter');
  await expect(page.getByText('The file was deleted on disk.')).toBeHidden();
  expect(readFileSync(place, 'utf8')).toBe(text);
});

test('an address of no case file names those that were meant', async ({ page, dashboard }) => {
  await visit(page, `${dashboard.url}/cases/other/plain.jsonl`);
  await expect(page.getByText('There is no case file other/plain.jsonl')).toBeVisible();
  await page.getByRole('link', { name: file }).click();
  await expectText(page, text);
});
