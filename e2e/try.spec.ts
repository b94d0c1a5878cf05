import { expect } from '@playwright/test';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { expectToFit } from './support/fit';
import { readMutationScore, startLibrary, tryOnPage } from './support/goal-agents';
import { test } from './support/shared';
import { visit } from './support/visit';

const cafe = `export default function cafe({ input }) {
  if (input.includes('open')) return 'We are open from 12:00 to 23:00.';
  return { content: 'A table is **booked**.', tool_calls: [{ tool: 'book', arguments: { people: 2 } }] };
}
`;

test('a conversation in the browser becomes a suite, which runs', async ({ page, dashboard }) => {
  dashboard.write('agents/cafe.mjs', cafe);
  await visit(page, `${dashboard.url}/cases`);
  await visit(page, `${dashboard.url}/try`);
  await expectNoViolationsEither(page, 'the agent to try');
  const agent = page.getByRole('textbox', { name: /^Address/ });
  await agent.fill('../elsewhere.mjs');
  await agent.press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('neither an address nor a file');
  await agent.fill('agents/cafe.mjs');
  await page.getByRole('button', { name: 'Find agent' }).press('Enter');
  await expect(page.getByText('Calls the default export of agents/cafe.mjs.')).toBeVisible();

  const conversation = page.getByRole('list', { name: 'Conversation' });
  await page.getByRole('textbox', { name: 'Message 1 of 3' }).fill('When are you open?');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(conversation).toContainText('We are open from 12:00 to 23:00.');
  await page.getByRole('textbox', { name: 'Message 2 of 3' }).fill('Book a table for two.');
  await page.keyboard.press('Control+Enter');
  await expect(conversation).toContainText('book({"people":2})');
  await expect(conversation).toContainText('A table is booked.');
  await expectNoViolationsEither(page, 'a conversation');
  await page.getByRole('button', { name: 'Write suite' }).press('Enter');

  const suite = page.getByRole('region', { name: 'Proposed suite' });
  await expect(suite).toContainText('tests/cafe/first.jsonl');
  await expect(suite.getByRole('listitem')).toHaveText(['turn-1: says 12:00', 'turn-2: calls book']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectNoViolationsInBoth(page, 'a proposed suite');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Run suite' }).press('Enter');
  await expect(page).toHaveURL(/\/runs\/[\w-]{36}/);
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('We are open from 12:00');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: /^Address/ })).toBeVisible();
  await visit(page, `${dashboard.url}/cases/tests/cafe/first.jsonl`);
  await expect(page.getByText('turn-1').first()).toBeVisible();
  expect(await dashboard.runInTerminal('tests/cafe/first.jsonl')).toBe(0);
});

const refunds = `let refunds = 0;
export default function desk({ messages }) {
  const last = messages.at(-1).content;
  if (last.includes('that is all')) return 'Goodbye.';
  const [order] = /W\\d+/.exec(last) ?? [];
  if (order === undefined) return 'What is your order number?';
  refunds += 1;
  return { content: 'It is refunded. Anything else?', tool_calls: [{ tool: 'refund', arguments: { order, refunds } }] };
}
`;

test('the built-in user talks to an agent, asks for a fact, and its suite notices most mistakes', async ({
  page,
  dashboard,
}) => {
  dashboard.write('agents/refunds.mjs', refunds);
  await visit(page, `${dashboard.url}/try`);
  await page.getByRole('textbox', { name: /^Address/ }).fill('agents/refunds.mjs');
  await page.getByRole('textbox', { name: /^Goal of the user/ }).fill('get a refund');
  await page.getByRole('button', { name: 'Start conversation' }).press('Enter');
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation).toContainText('I want to get a refund');
  await expect(conversation).toContainText('What is your order number?');
  const fact = page.getByRole('textbox', { name: 'order number' });
  await expect(fact).toBeFocused();
  await expectNoViolationsEither(page, 'a question of the user');
  await fact.fill('W2378156');
  await fact.press('Enter');

  const suite = page.getByRole('region', { name: 'Proposed suite' });
  await expect(suite).toContainText('tests/refunds/first.jsonl');
  await expect(conversation).toContainText('The order number is W2378156');
  await expect(page.getByRole('heading', { name: 'The same user, in a few words' })).toBeVisible();
  await expect(suite.getByRole('listitem').first()).toHaveText('first · asks-order-number: asks for the order number');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectNoViolationsInBoth(page, 'a suite of the built-in user');
  expect(await dashboard.runInTerminal('tests/refunds/first.jsonl')).toBe(0);
  const mutated = await dashboard.outputInTerminal('mutate', 'tests/refunds/first.jsonl', '--format', 'json');
  expect(readMutationScore(mutated)).toBeGreaterThanOrEqual(60);
});

test('a suite of a server that shows only texts passes, and notices most mistakes', async ({ page, dashboard }) => {
  const library = await startLibrary();
  const suite = await tryOnPage(page, dashboard.url, library);
  expect(await dashboard.runInTerminal(suite)).toBe(0);
  expect(
    readMutationScore(await dashboard.outputInTerminal('mutate', suite, '--format', 'json')),
  ).toBeGreaterThanOrEqual(60);
  await library.close();
});
