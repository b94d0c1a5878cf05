import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/diagnosis.jsonl';
const conversationCase = (id: string, input: string): string =>
  JSON.stringify({
    id,
    input,
    simulator: 'guest',
    max_turns: 4,
    checkpoints: [
      { id: 'ask', assert: { type: 'contains', value: 'order' } },
      { id: 'lookup', after: ['ask'], assert: { type: 'tool_called', value: 'lookup' } },
      { id: 'offer', after: ['lookup'], assert: { type: 'contains', value: 'a refund of' } },
    ],
  });

function sellerAgent(offer: string): string {
  return `export default ({ turn }) => {
    if (turn === 1) return 'What is the number of your order?';
    if (turn === 2) return { content: 'I found it.', tool_calls: [{ tool: 'lookup', arguments: {}, result: 1 }] };
    return '${offer}';
  };`;
}

async function runBoth(dashboard: Dashboard): Promise<void> {
  dashboard.addAgents({ 'changed-seller': { type: 'module', path: 'agents/changed-seller.mjs' } });
  dashboard.write(
    file,
    suite(conversationCase('mug', 'My mug is broken'), conversationCase('kettle', 'My kettle is broken')),
  );
  dashboard.write('agents/changed-seller.mjs', sellerAgent('You get a refund of 30 euros.'));
  await dashboard.runInTerminal(file, '--name', 'changed-seller');
  dashboard.write('agents/changed-seller.mjs', sellerAgent('Please contact the manufacturer.'));
  await dashboard.runInTerminal(file, '--name', 'changed-seller');
}

test('which failed, at which turn, why, and whether it is new: one click from the list of runs', async ({
  page,
  dashboard,
}) => {
  await runBoth(dashboard);
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: file }).first().click();

  const card = page.getByRole('region', { name: 'Why it failed' });
  await expect(card).toBeInViewport();
  await expect(card).toContainText('Wrong text at T3; offer was never reached');
  await expect(card).toContainText('New');
  await expect(card).toContainText('agent changed (scripts)');
  await expect(card).toContainText('same cause as 1 other case');
  await expect(page.getByText('✗ offer was expected from here on, but never reached')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'T3, choose this turn', pressed: true })).toBeInViewport();
  await expect(page.getByRole('list', { name: 'Compared with the runs before' })).toHaveText('2 new');
  const row = page.getByRole('list', { name: 'Cases' }).getByRole('listitem').filter({ hasText: 'mug' });
  await expect(row).toContainText('new');
  await expect(row).toContainText('✗ offer');
  await expectNoViolationsInBoth(page, 'a failed case with its diagnosis');

  await card.getByRole('button', { name: 'Where it diverged' }).click();
  await expect(page.getByText('Wrong text; offer was never reached')).toBeInViewport();
  await expect(page.getByText('You get a refund of 30 euros.', { exact: true })).toBeVisible();
});
