import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/authored.jsonl';
const lines = ['A', 'B', 'C'].map((id) => standardCase(id));

function caseList(page: Page) {
  return page.getByRole('list', { name: 'Cases', exact: true });
}

function idsOnDisk(dashboard: Dashboard): string[] {
  const text = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).id] : []));
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

test.beforeEach(async ({ page, dashboard }) => {
  dashboard.write(file, suite('// three greetings', ...lines));
  await visit(page, `${dashboard.url}/cases/${file}?case=B`);
  await expect(caseList(page).getByRole('link', { name: /^B/ })).toHaveAttribute('aria-current', 'true');
});

test('cases are duplicated, moved, skipped and deleted, and a deleted one comes back', async ({ page, dashboard }) => {
  await page.getByRole('button', { name: 'Actions for B' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  await expect(caseList(page).getByRole('link', { name: /^B-2/ })).toHaveAttribute('aria-current', 'true');
  await caseList(page).getByRole('link', { name: /^A/ }).press('Alt+ArrowDown');
  await expect(caseList(page).getByRole('link').first()).toContainText('B');
  await expect(caseList(page).getByRole('link', { name: /^A/ })).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('A is now case 3 of 4.')).toBeAttached();
  await expect(caseList(page).getByRole('link', { name: /^A/ })).toBeFocused();
  await caseList(page).locator('li', { hasText: /^C/ }).dragTo(caseList(page).getByRole('listitem').first());
  await expect(caseList(page).getByRole('link').first()).toContainText('C');

  await page.getByRole('button', { name: 'Actions for B-2' }).click();
  await page.getByRole('menuitem', { name: 'Skip in runs' }).click();
  await expect(caseList(page).getByRole('listitem').filter({ hasText: 'skipped' })).toContainText('B-2');

  await page.getByRole('button', { name: 'Actions for A' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('A deleted.')).toBeVisible();
  await expect(caseList(page).getByRole('link', { name: /^A/ })).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(caseList(page).getByRole('link', { name: /^A/ })).toBeVisible();
  await expect(page.getByText('A deleted.')).toBeHidden();

  await save(page);
  expect(idsOnDisk(dashboard)).toEqual(['C', 'B', 'B-2', 'A']);
  const text = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  expect(text.split('\n')[0]).toBe('// three greetings');
  expect(text).toContain(lines[0]);
});

test('a case runs from its text, and its conversation appears beside it', async ({ page, dashboard }) => {
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: /Agent and connector/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Agent and connector' });
  await dialog.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: /^instant/ }).click();
  await expectNoViolationsInBoth(page, 'agent and connector');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+Enter');
  const panel = page.getByRole('region', { name: 'Check and run' });
  await expect(panel.getByText('hello B').first()).toBeVisible();
  await expect(panel.getByText(/Passed|Failed/).first()).toBeVisible();
  await expectNoViolationsEither(page, 'a case that ran');
  await panel.getByRole('link', { name: 'Open the run' }).click();
  await expect(page).toHaveURL(/\/runs\/.*case=B/);
  await expect(page.getByRole('link', { name: 'Edit case' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/cases\/tests\/authored\.jsonl\?case=B/);
  const { runs } = await (await dashboard.fetch(`${dashboard.url}/api/runs?q=authored.jsonl`)).json();
  expect(runs).toMatchObject([{ suiteKey: file, agentId: 'instant', total: 1 }]);
});

test('cases are generated, mended, accepted one by one, and saved', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/visitors.mjs',
    "export const Many = ({ count, focus }) => Array.from({ length: count }, (_, at) => ({ id: 'v' + at, input: 'hello ' + focus, assert: { type: 'contains', value: 'hello' } }));",
  );
  await page.getByRole('button', { name: 'New case' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Generate…' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Generate cases' });
  await expect(form).toBeVisible();
  await expectNoViolationsEither(page, 'generate');
  await form.getByRole('combobox', { name: 'Generate with' }).click();
  await page.getByRole('option', { name: 'A script function' }).click();
  await form.getByRole('textbox', { name: /Function/ }).fill('visitors.Nobody');
  await form.getByRole('spinbutton', { name: 'Number of cases' }).fill('3');
  await form.getByRole('textbox', { name: /Focus/ }).fill('greetings');
  await form.getByRole('button', { name: 'Generate' }).click();
  await expect(form.getByText('No cases were generated.')).toBeVisible();
  await form.getByRole('textbox', { name: /Function/ }).fill('visitors.Many');
  await form.getByRole('button', { name: 'Generate' }).press('Enter');

  const staged = page.getByRole('dialog', { name: 'Proposed cases' });
  await expect(staged.getByRole('button', { name: /^Accept v/ })).toHaveCount(3);
  await staged.getByRole('button', { name: 'Accept v1' }).press('Enter');
  await expect(staged.getByRole('button', { name: 'Edit v2' })).toBeFocused();
  await staged.getByRole('button', { name: 'Edit v2' }).press('Enter');
  await staged
    .getByRole('textbox', { name: 'Text of v2' })
    .fill('{"id": "A", "input": "hello again", "assert": {"type": "contains", "value": "hello"}}');
  await staged.getByRole('button', { name: 'Accept A', exact: true }).click();
  await staged.getByRole('button', { name: 'Discard v0' }).click();
  await staged.getByRole('button', { name: 'Restore 1 discarded' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('menuitem', { name: /1 proposed case to review/ }).click();
  await expect(staged.getByRole('button', { name: 'Accept v0' })).toBeVisible();
  await staged.getByRole('button', { name: 'Discard all' }).click();

  // The agent generates some invalid cases; all of them must be kept.
  await staged.getByRole('button', { name: 'Generate more' }).click();
  await form.getByRole('combobox', { name: 'Generator agent' }).click();
  await page.getByRole('option', { name: /^scribe/ }).click();
  await form.getByRole('textbox', { name: /Focus/ }).fill('the weather');
  await form.getByRole('button', { name: 'Generate' }).click();
  await expect(form.getByText('agents:scribe answered with no cases')).toBeVisible();
  await form.getByRole('textbox', { name: /Focus/ }).fill('greetings');
  await form.getByRole('button', { name: 'Generate' }).click();
  await expect(staged.getByRole('status')).toHaveText('4 cases proposed, 2 to fix');
  const problems = staged.getByRole('list', { name: 'Problems of g2' });
  await expect(problems).toContainText('unknown key "inputs" (did you mean "input"?)');
  await expectNoViolationsInBoth(page, 'proposed cases');
  await expect(staged.getByRole('button', { name: 'Accept g2' })).toBeDisabled();
  await problems.getByRole('button', { name: 'Rename to "input"' }).click();
  await problems.getByRole('button', { name: /unknown key "asert"/ }).click();
  await expect(staged.getByRole('textbox', { name: 'Text of g2' })).toBeFocused();
  await problems.getByRole('button', { name: 'Rename to "assert"' }).click();
  await staged.getByRole('button', { name: 'Accept g2' }).click();
  await staged.getByRole('button', { name: 'Accept all (2)' }).click();
  await expect(staged.getByRole('listitem').getByText('not closed')).toBeVisible();
  await staged
    .getByRole('textbox', { name: 'Text of without an id' })
    .fill('{"id": "g4", "input": "good evening", "assert": {"type": "contains", "value": "evening"}}');
  await staged.getByRole('button', { name: 'Accept g4' }).click();
  await staged.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'New case' })).toBeFocused();
  await expect(caseList(page).getByText(/problem/)).toHaveCount(0);
  await save(page);
  expect(idsOnDisk(dashboard)).toEqual(['A', 'B', 'C', 'v1', 'A-2', 'g2', 'g1', 'g3', 'g4']);
});

test('proposed cases wait while the tab shows other pages', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/visitors.mjs',
    "export const One = () => [{ id: 'v', input: 'hello', assert: { type: 'contains', value: 'hello' } }];",
  );
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('menuitem', { name: 'Generate…' }).click();
  const form = page.getByRole('dialog', { name: 'Generate cases' });
  await form.getByRole('combobox', { name: 'Generate with' }).click();
  await page.getByRole('option', { name: 'A script function' }).click();
  await form.getByRole('textbox', { name: /Function/ }).fill('visitors.One');
  await form.getByRole('button', { name: 'Generate' }).click();
  const staged = page.getByRole('dialog', { name: 'Proposed cases' });
  await expect(staged.getByRole('button', { name: 'Accept v' })).toBeVisible();
  await revisit(page);
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('menuitem', { name: /1 proposed case to review/ }).click();
  await staged.getByRole('button', { name: 'Accept v' }).click();
  await staged.getByRole('button', { name: 'Done' }).click();
  await save(page);
  expect(idsOnDisk(dashboard)).toContain('v');
  await revisit(page);
  await page.getByRole('button', { name: 'New case' }).click();
  await expect(page.getByRole('menuitem', { name: /an agent or a script proposes cases/ })).toBeVisible();
});
