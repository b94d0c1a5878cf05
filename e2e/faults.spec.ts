import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { revisit, visit } from './support/visit';

const file = 'tests/faults.jsonl';
const customer = { options: { metadata: { persona: 'Patient customer', goal: 'Get the money back' } } };
const cases = suite(
  standardCase('kind'),
  standardCase('strict', { assert: { type: 'contains', value: 'never said' } }),
  JSON.stringify({
    id: 'stuck',
    input: 'I want my money back.',
    simulator: { use: 'parrot', ...customer },
    max_turns: 3,
    checkpoints: [{ id: 'refund', assert: { type: 'tool_called', value: 'refund_payment' } }],
  }),
  standardCase('offline', { assert: { type: 'agent', use: 'away', value: 'kind' } }),
);

/** An agent that asks a different question in every turn. */
const agent = `const questions = ['What is your order id?', 'When did you buy it?', 'Which shop was it?'];
export default async ({ turn, input }) => (input.startsWith('hello') ? input : questions[(turn - 1) % 3]);
`;

/** Sets up a simulator that repeats itself, and a judge whose server is unreachable. */
function prepare(dashboard: Dashboard): void {
  const message = 'I want my money back, please, for the blue mug.';
  dashboard.addAgents({
    polite: { type: 'module', path: 'agents/polite.mjs' },
    parrot: { type: 'scripted', rules: [{ answer: { message, goal_achieved: false } }] },
    vague: { type: 'scripted', rules: [{ answer: 'I cannot say' }] },
    away: { type: 'openai', base_url: 'http://127.0.0.1:9', model: 'some-model', api_key: 'none' },
  });
  dashboard.write('agents/polite.mjs', agent);
  dashboard.write(file, cases);
}

async function openRun(page: Page, dashboard: Dashboard): Promise<void> {
  prepare(dashboard);
  await visit(page, await dashboard.run(file, '--name', 'polite'));
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(4);
}

const bothRates = (page: Page) => page.getByText('agent only');

test('a fault arrives on the page while the run goes on', async ({ page, dashboard }) => {
  prepare(dashboard);
  const live = 'tests/live-fault.jsonl';
  const conversation = {
    id: 'L1',
    input: 'I want my money back.',
    max_turns: 2,
    options: { metadata: { gates: ['L1-1', 'L1-2'] } },
    simulator: { use: 'parrot', ...customer },
    checkpoints: [{ id: 'ask', assert: { type: 'agent', use: 'vague', value: 'asks for the order' } }],
  };
  dashboard.write(live, suite(JSON.stringify(conversation)));
  const ended = dashboard.startInTerminal(live, '--name', 'shop');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: live }).click();
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  const fault = page.getByRole('group', { name: 'Fault: judge, undecided' });
  await expect(fault).toHaveCount(0);

  dashboard.open('L1-1');
  await expect(fault.first()).toContainText('no majority of 3 votes');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText(/Turn 2: waiting for the agent/)).toBeVisible();
  dashboard.open('L1-2');
  await ended;
  await expect(page.getByText('Live', { exact: true })).toBeHidden();
});

test('a hint is confirmed or dismissed with one click, and only a confirmed one moves the agent’s rate', async ({
  page,
  dashboard,
}) => {
  await openRun(page, dashboard);
  await page
    .getByRole('list', { name: 'Attempts by party at fault' })
    .getByRole('button', { name: /1 infrastructure/ })
    .click();
  await expect(page.getByRole('group', { name: 'Fault: infrastructure, network' })).toContainText('http://127.0.0.1:9');
  await expectNoViolationsInBoth(page, 'a fault of others');

  await visit(page, `${page.url().split('?')[0]}?q=f:repeat`);
  const hint = page.getByRole('group', { name: 'Hint: simulator, repeat' });
  await expect(hint).toContainText('Not confirmed: does not change the pass rate');
  await expectNoViolationsInBoth(page, 'a hint');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await hint.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(hint.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-pressed', 'true');
  await expect(bothRates(page)).toContainText('50.0% agent only (1 of 2; 2 left out: 1 simulator, 1 infrastructure)');
  await revisit(page);
  await expect(hint).toContainText('confirmed it: not counted against the agent');
  await hint.getByRole('button', { name: 'Dismiss' }).click();
  await expect(hint).toContainText('dismissed it: does not change the pass rate');
  await expect(bothRates(page)).toContainText('33.3% agent only (1 of 3; 1 left out: 1 infrastructure)');
});
