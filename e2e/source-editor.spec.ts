import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsEither } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { delayScripts } from './support/delayed-scripts';
import { test } from './support/shared';
import { colorSchemes } from './support/thorough';
import { visit } from './support/visit';

const file = 'tests/broken.jsonl';
const broken = [
  '// written in a hurry',
  '{"id":"B-01","inptu":"hello","assert":{"type":"contains","value":"x"}}',
  '# no comment',
  '{"id":"B-02","input":"hello","assert":{"type":"contain","value":"x"}}',
  '{"id":"B-02" "input":"hello"}',
  '{"id":"B-03","input":"hello","simulator":"shopp","checkpoints":[{"id":"p","assert":{"type":"contains","value":"y"}}]}',
].join('\r\n');

test('completion and hover know cases, and the names of the workspace', async ({ page, dashboard }) => {
  const text = await openFile(page, dashboard, '{"id":"C-01","input":"x"}\n');
  await page.locator('.tok-key', { hasText: '"input"' }).hover();
  await expect(page.getByText('input: The input of the agent')).toBeVisible();
  await text.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(',"ass');
  await page.getByRole('option', { name: 'assert' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('{"ty');
  await page.getByRole('option', { name: 'type' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'tool_called' }).waitFor();
  await page.keyboard.type('age');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(text).toContainText('"assert":{"type":"agent"}');
  await page.keyboard.type(',"us');
  await page.getByRole('option', { name: 'use' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'shop' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
});

for (const colorScheme of colorSchemes) {
  test(`the editor and its problems can be used by everybody, in ${colorScheme}`, async ({ page, dashboard }) => {
    await page.emulateMedia({ colorScheme });
    const text = await openFile(page, dashboard);
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems).toContainText('has no agent "shopp" for the simulator');
    await expectNoViolationsEither(page, 'problems');
    await text.focus();
    await page.keyboard.press('F8');
    await expect(page.getByRole('group', { name: 'Quick fixes' })).toBeVisible();
    await expectNoViolations(page, 'quick fixes');
    await page.keyboard.press('Control+f');
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await expectNoViolations(page, 'find');
  });
}

test('a file of 5,000 cases is edited like a small one', { tag: '@long' }, async ({ page, dashboard }) => {
  const cases = Array.from({ length: 5_000 }, (_, index) =>
    JSON.stringify({ id: `M-${index}`, input: `hello ${index}` }),
  );
  const text = await openFile(page, dashboard, `${cases.join('\n')}\n`);
  await expect(page.getByText('No problems.')).toBeVisible();
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('{"id":"M-0","input":"again"}');
  const problems = page.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('id "M-0" is already used in line 1');
  await problems.getByRole('button', { name: 'Use the id "M-5000"' }).click();
  await expect(page.getByText('No problems.')).toBeVisible();
});

test('a key that asks for problems while the text is being checked is heard when it has been', async ({
  page,
  dashboard,
}) => {
  const text = await openFile(page, dashboard, '{"id":"A","input":"one"}\n');
  await expect(page.getByText('No problems.')).toBeVisible();
  await text.focus();
  await page.keyboard.press('Control+End');
  await text.evaluate((editor) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '{"id":"A","input":"two"}');
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    editor.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', keyCode: 119, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('group', { name: 'Quick fixes' })).toContainText('id "A" is already used');
});

async function openFile(page: Page, dashboard: Dashboard, text = broken) {
  dashboard.write(file, text);
  await visit(page, `${dashboard.url}/cases/${file}`);
  await expect(page.locator('.cm-line').first()).toBeVisible();
  return page.getByRole('textbox', { name: `Text of ${file}` });
}

test('who types before the editor has come goes on in it', async ({ page, dashboard }) => {
  const editor = await delayScripts(page, 'cm-content');
  dashboard.write(file, broken);
  await visit(page, `${dashboard.url}/cases/${file}`);
  const text = page.getByRole('textbox', { name: `Text of ${file}` });
  await expect(text).toHaveJSProperty('tagName', 'TEXTAREA');
  await page.getByRole('link', { name: 'All files' }).focus();
  await page.keyboard.press('F6');
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('// one');
  editor.release();
  await expect(text).toHaveClass(/cm-content/);
  await page.keyboard.type(' two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const saved = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  expect(saved).toBe(broken.replace('\r\n', '\r\n// one two\r\n'));
});
