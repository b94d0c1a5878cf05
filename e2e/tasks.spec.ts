import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { hand } from './support/hand';
import { test } from './support/shared';
import { visit } from './support/visit';

const talk = {
  id: 'T-01',
  input: 'I want my money back.',
  max_turns: 4,
  simulator: { use: 'shopper', options: { metadata: { persona: 'Forgetful customer', goal: 'Get the money back' } } },
  checkpoints: [
    { id: 'ask_order', assert: { type: 'regex', value: '(?i)order id' } },
    { id: 'heard', after: ['ask_order'], assert: { type: 'contains', value: 'at hand' } },
    { id: 'refund', after: ['heard'], assert: { type: 'tool_called', value: 'refund_payment' } },
  ],
};

async function openFailed(page: Page, dashboard: Dashboard, file: string): Promise<void> {
  dashboard.write(file, suite(JSON.stringify(talk)));
  await visit(page, await dashboard.run(file, '--name', 'shop'));
  await expect(page.getByRole('region', { name: 'Why it failed' })).toBeVisible();
}

function casesIn(dashboard: Dashboard, file: string): Record<string, unknown>[] {
  const text = readFileSync(path.join(dashboard.workspace, file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a bad conversation becomes a dynamic case with 3 clicks', async ({ page, dashboard }) => {
  const file = 'tests/bad-talk.jsonl';
  await openFailed(page, dashboard, file);
  const { click, steps } = hand();
  await click(page.getByRole('button', { name: 'Save as case' }));
  const dialog = page.getByRole('dialog', { name: 'Save as a case' });
  await click(dialog.getByRole('radio', { name: 'Conversation that continues from here' }));
  await expect(dialog.getByText('To reach: heard, refund.')).toBeVisible();
  const turn = await dialog.getByRole('combobox', { name: 'Question from' }).innerText();
  await expectNoViolationsInBoth(page, 'save a conversation as a case');
  await click(dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByRole('dialog', { name: 'Saved' })).toContainText('continues from the same question');
  expect(steps()).toBe(3);

  // The conversation must open at the turn that the diagnosis names.
  const at = Number(/Turn (\d)/.exec(turn)?.[1]);
  expect(at).toBeGreaterThan(1);
  const [, saved] = casesIn(dashboard, file);
  expect(saved).toMatchObject({
    id: `T-01-turn-${at}`,
    simulator: talk.simulator,
    checkpoints: [
      { id: 'heard', after: [] },
      { id: 'refund', after: ['heard'] },
    ],
    max_turns: 4 - at + 1,
  });
  expect(saved?.input).toHaveLength(2 * at - 1);
  expect(await dashboard.runInTerminal(file, '--name', 'shop', '--case', `T-01-turn-${at}`)).toBe(1);
});

test('a sentence becomes a checkpoint, is tried, saved and run with 4 steps', async ({ page, dashboard }) => {
  const file = 'tests/sentence.jsonl';
  await openFailed(page, dashboard, file);
  const { click, selectText, steps } = hand();
  const answer = page.getByRole('listitem', { name: 'Turn 1' }).getByText('I am sorry to hear that.');
  // The answer's element is replaced by another one when its Markdown is rendered, so the test waits for that.
  await expect(answer.getByRole('strong')).toHaveText('order id');
  await selectText(answer);
  const menu = page.getByRole('toolbar', { name: 'A rule for the selected words' });
  await expect(menu.getByRole('button')).toHaveText(['Must be said', 'Must never be said']);
  await expectNoViolationsEither(page, 'selected words');
  await click(menu.getByRole('button', { name: 'Must be said' }));
  const dialog = page.getByRole('dialog', { name: 'Must be said' });
  await expect(dialog.getByRole('textbox', { name: 'Words' })).toHaveValue(
    'I am sorry to hear that. May I have the **order id**?',
  );
  await expect(dialog.getByRole('status')).toHaveText(
    'With this rule, of the last 1 attempt: 0 pass, 1 fail. Before: 0 passed.',
  );
  await expectNoViolationsInBoth(page, 'a rule for words');
  await click(dialog.getByRole('button', { name: 'Save' }));
  await click(page.getByRole('dialog', { name: 'Saved' }).getByRole('button', { name: 'Run this case' }));
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('says-i-am-sorry-to');
  expect(steps()).toBe(4);
  expect(casesIn(dashboard, file)[0]?.checkpoints).toHaveLength(4);
});

test('words that must never be said are tried on the last attempts', async ({ page, dashboard }) => {
  const file = 'tests/never-said.jsonl';
  dashboard.write(file, suite(standardCase('A', { input: 'hello', assert: { type: 'contains', value: 'You' } })));
  await visit(page, await dashboard.run(file, '--name', 'shop', '--runs', '3'));
  await page.getByRole('listitem', { name: 'Turn 1' }).getByText('You said: hello').selectText();
  await page.getByRole('button', { name: 'Must never be said' }).click();
  const dialog = page.getByRole('dialog', { name: 'Must never be said' });
  await expect(dialog.getByRole('status')).toHaveText(
    'With this rule, of the last 3 attempts: 0 pass, 3 fail. Before: 3 passed.',
  );
  await dialog.getByRole('textbox', { name: 'Words' }).fill('goodbye');
  await expect(dialog.getByRole('status')).toContainText('3 pass, 0 fail');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Saved' })).toBeVisible();
  expect(casesIn(dashboard, file)[0]?.assert).toEqual([
    { type: 'contains', value: 'You' },
    { type: 'not_contains', value: 'goodbye' },
  ]);
});

test('whether it is worse this week on this model is said after 2 clicks', async ({ page, dashboard }) => {
  const file = 'tests/this-week.jsonl';
  const cases = Array.from({ length: 8 }, (_, place) =>
    standardCase(`A${place}`, { input: 'hello', assert: { type: 'contains', value: 'Gladly' } }),
  );
  dashboard.write(file, suite(...cases));
  const runWith = async (system: string) => {
    useAssistant(dashboard, system);
    return dashboard.runInTerminal(file, '--name', 'assistant', '--connector', 'rules');
  };
  expect(await runWith('Be kind.')).toBe(0);
  // The same cases then run with another agent.
  expect(await runWith('Be brief.')).toBe(1);
  await visit(page, `${dashboard.url}/runs`);
  const { click, steps } = hand();
  await click(page.getByRole('link', { name: 'Trends of this suite' }).first());
  await click(page.getByRole('button', { name: 'Last 7 days' }));
  expect(steps()).toBe(2);
  await expect(page).toHaveURL(/window=7d/);
  await expect(page).toHaveURL(/connector=rules/);
  await expect(page.getByRole('button', { name: 'Last 7 days', pressed: true })).toBeVisible();
  const answer = page.getByRole('heading', { level: 2, name: /^0% now \(0 of 8, likely below \d+%\); broken since / });
  await expect(answer).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('New failures: 8 cases, A0, A1');
  await expectNoViolationsEither(page, 'trends of a week');
});

/** Sets the assistant's prompt, which its scripted model follows. */
function useAssistant(dashboard: Dashboard, system: string): void {
  dashboard.addAgents({
    assistant: { type: 'openai', base_url: 'http://127.0.0.1:9', model: 'm', api_key: 'none', system },
  });
}
