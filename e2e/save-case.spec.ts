import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { test } from './support/shared';
import { visit } from './support/visit';

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
