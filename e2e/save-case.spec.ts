import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/kept.jsonl';

test('a question of a conversation is kept as a case, which runs', async ({ page, dashboard }) => {
  copyFileSync(path.join(dashboard.workspace, 'tests/refunds.jsonl'), path.join(dashboard.workspace, file));
  const run = await dashboard.run(file, '--name', 'shop');
  const before = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  await visit(page, run);
  await page.getByRole('link', { name: /R-01/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'R-01' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('88213');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=1/);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=2/);
  await page.getByRole('button', { name: 'Save as case' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a case' });
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toHaveValue('R-01-turn-2');
  await expectNoViolations(page, 'save as a case');
  await dialog.getByRole('textbox', { name: 'Id' }).fill('R-01');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.getByText('has a case with the id "R-01" already')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Id' }).fill('R-01 again');
  await dialog.getByRole('textbox', { name: /Expected text/ }).fill('88213');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Saved' })).toBeVisible();

  const after = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect(JSON.parse(after.slice(before.length))).toMatchObject({
    id: 'R-01 again',
    input: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
    assert: [{ type: 'contains', value: '88213' }, { type: 'tool_called' }],
  });
  expect(await dashboard.runInTerminal(file, '--name', 'shop', '--case', 'R-01 again')).toBe(0);
});

test('a call that no rule judged becomes a rule with one click, also beside the text', async ({ page, dashboard }) => {
  const agent = `export const busy = () => ({ content: 'Done.', tool_calls: [{ tool: 'refund' }, { tool: 'delete_all' }] });`;
  dashboard.write('agents/busy.mjs', agent);
  dashboard.addAgents({ busy: { type: 'module', path: 'agents/busy.mjs', export: 'busy' } });
  dashboard.write(
    'tests/busy/one.jsonl',
    '{"id": "A", "input": "hi", "assert": {"type": "contains", "value": "Done"}}\n',
  );
  expect(await dashboard.runInTerminal('tests/busy/one.jsonl')).toBe(0);
  await visit(page, await dashboard.newest('tests/busy/one.jsonl'));
  await page.getByRole('tab', { name: /Why/ }).click();
  const ofDelete = page.getByRole('group', { name: 'A rule for delete_all' });
  await ofDelete.getByRole('button', { name: 'must never' }).press('Enter');
  await expect(page.getByText('must never be called: written to the case')).toBeVisible();
  await expectNoViolations(page, 'calls no rule judged');

  await page.getByRole('link', { name: 'Open the case' }).press('Enter');
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await page.getByRole('group', { name: 'A rule for refund' }).getByRole('button', { name: 'may' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const written = JSON.parse(readFileSync(path.join(dashboard.workspace, 'tests/busy/one.jsonl'), 'utf8'));
  expect(written.assert).toEqual([
    { type: 'contains', value: 'Done' },
    { type: 'tool_called', value: 'delete_all', times: 0 },
    { type: 'tool_called', value: 'refund', times: { min: 0 } },
  ]);
  expect(await dashboard.runInTerminal('tests/busy/one.jsonl')).toBe(1);
});
