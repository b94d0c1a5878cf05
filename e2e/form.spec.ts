import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { conversationCaseText } from '../components/testing/conversation-case-text.ts';
import { expectNoViolationsEither } from './support/accessible';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/form.jsonl';

const text = `// cases of the form\r\n${conversationCaseText}\r\n`;

/** Restores the original case file, and opens it at a case. */
async function open(page: Page, dashboard: Dashboard, id: string): Promise<void> {
  dashboard.write(file, text);
  await visit(page, `${dashboard.url}/cases/${file}?case=${id}&view=form`);
  await expect(page.getByRole('form', { name: `Case ${id}` })).toBeVisible();
}

async function save(page: Page, dashboard: Dashboard): Promise<string> {
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  return readFileSync(path.join(dashboard.workspace, file), 'utf8');
}

test('a conversation is edited in place, connected with the mouse, undone, and saved byte for byte', async ({
  page,
  dashboard,
}) => {
  await open(page, dashboard, 'D');
  const form = page.getByRole('form');
  await form.getByRole('textbox', { name: 'Max turns' }).fill('8');
  await form.getByRole('textbox', { name: 'Id', exact: true }).fill('D-2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/case=D-2/);
  await expect(form.getByRole('textbox', { name: 'Id', exact: true })).toBeFocused();
  expect(await save(page, dashboard)).toBe(
    text.replace('"id": "D"', '"id": "D-2"').replace('"max_turns": 6}', '"max_turns": 8}'),
  );
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await expect(form).toBeVisible();
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('form', { name: 'Case D', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/case=D&/);

  await form.getByRole('button', { name: 'Add a checkpoint' }).press('Enter');
  const graph = form.getByRole('group', { name: 'Order of the checkpoints' });
  await graph.getByRole('button', { name: /^checkpoint-3,/ }).dragTo(graph.getByRole('button', { name: /^first,/ }));
  await expect(form.getByText('that would be a circle', { exact: false })).toBeVisible();
  await graph.getByRole('button', { name: /^first,/ }).dragTo(graph.getByRole('button', { name: /^checkpoint-3,/ }));
  await expect(graph.getByRole('button', { name: 'checkpoint-3, comes after second, first' })).toBeVisible();
  await graph.getByRole('button', { name: /^second,/ }).dragTo(graph.getByRole('button', { name: /^checkpoint-3,/ }));
  await expect(graph.getByRole('button', { name: 'checkpoint-3, comes after first' })).toBeVisible();
  // The map stays visible beside the last of many checkpoints.
  await form.getByRole('button', { name: 'Add a checkpoint' }).scrollIntoViewIfNeeded();
  await expect(graph).toBeInViewport();
  expect(await save(page, dashboard)).toContain(
    '"assert": [{"type": "tool_called", "value": "refund_payment"}]},\r\n    {"id": "checkpoint-3", "after": ["first"], "assert": {"type": "contains", "value": ""}}\r\n',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(graph).toBeHidden();
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  dashboard.write(file, '{"id": "odd", "input": 5, "options": "fast", "assert": {"type": "smells"}}\n');
  await visit(page, `${dashboard.url}/cases/${file}?view=form&panel=dry-run`);
  const first = page.getByRole('button', { name: 'Select odd' });
  await expect(first).toHaveCount(2);
  await first.last().click();
  await expect(page).toHaveURL(/case=odd/);
  await expect(page.getByRole('form', { name: 'Case odd' })).toBeVisible();
  await expectNoViolationsEither(page, 'form of a broken case');
  await page.getByRole('form').getByRole('button', { name: 'Edit in source' }).first().click();
  await expect(page).not.toHaveURL(/view=form/);
});
