import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { type Dashboard, test } from './support/dashboard';
import { visit } from './support/visit';

const file = 'tests/shop.jsonl';
const talk = (id: string, input: string): string =>
  JSON.stringify({
    ...{ id, input, simulator: 'guest', max_turns: 4 },
    checkpoints: [
      { id: 'ask', assert: { type: 'contains', value: 'order' } },
      { id: 'lookup', after: ['ask'], assert: { type: 'tool_called', value: 'lookup' } },
      { id: 'offer', after: ['lookup'], assert: { type: 'contains', value: 'a refund of' } },
    ],
  });

function seller(offer: string): string {
  return `export default ({ turn }) => {
    if (turn === 1) return 'What is the number of your order?';
    if (turn === 2) return { content: 'I found it.', tool_calls: [{ tool: 'lookup', arguments: {}, result: 1 }] };
    return '${offer}';
  };`;
}

async function runBoth(dashboard: Dashboard): Promise<void> {
  const place = path.join(dashboard.workspace, 'runner.config.json');
  const config = JSON.parse(readFileSync(place, 'utf8'));
  Object.assign(config.agents, {
    seller: { type: 'module', path: 'agents/seller.mjs' },
    guest: { type: 'scripted', rules: [{ answer: { message: 'And then?', goal_achieved: false } }] },
  });
  dashboard.write('runner.config.json', JSON.stringify(config));
  dashboard.write(file, suite(talk('mug', 'My mug is broken'), talk('kettle', 'My kettle is broken')));
  dashboard.write('agents/seller.mjs', seller('You get a refund of 30 euros.'));
  await dashboard.runInTerminal(file, '--name', 'seller');
  dashboard.write('agents/seller.mjs', seller('Please contact the manufacturer.'));
  await dashboard.runInTerminal(file, '--name', 'seller');
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
  await expect(card).toContainText('Stuck since T2: offer never came');
  await expect(card).toContainText('Failed this time, passed last time');
  await expect(card).toContainText('agent changed (scripts)');
  await expect(card).toContainText('same cause as 1 other case');
  await expect(page.getByText('✗ offer was expected from here and never came')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'T2, choose this turn', pressed: true })).toBeInViewport();
  await expect(page.getByRole('list', { name: 'Failures against the runs before' })).toHaveText('2 new');
  const row = page.getByRole('list', { name: 'Cases' }).getByRole('listitem').filter({ hasText: 'mug' });
  await expect(row).toContainText('new');
  await expect(row).toContainText('✗ offer');
  await expectNoViolationsInBoth(page, 'a failed case with its diagnosis');

  await card.getByRole('button', { name: 'Where it turned' }).click();
  await expect(page.getByText('Conversations diverge here')).toBeInViewport();
  await expect(page.getByText('You get a refund of 30 euros.')).toBeVisible();
});
