import { expect } from '@playwright/test';
import { expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/failures.jsonl';
const conversationCase = (id: string): string =>
  JSON.stringify({
    id,
    input: `My ${id} is broken`,
    simulator: 'guest',
    max_turns: 3,
    checkpoints: [
      { id: 'ask', assert: { type: 'contains', value: 'order' } },
      { id: 'lookup', after: ['ask'], assert: { type: 'tool_called', value: 'lookup' } },
      { id: 'offer', after: ['lookup'], assert: { type: 'contains', value: 'a refund of' } },
    ],
  });

/** Records a run in which a third of the cases stop after the checkpoint `ask`, and another third after `lookup`. */
const seller = `export default ({ turn, case_id }) => {
  if (turn === 1) return 'What is the number of your order?';
  const lookup = { content: 'I found it.', tool_calls: [{ tool: 'lookup', arguments: {}, result: 1 }] };
  if (case_id.startsWith('mug')) return 'I cannot find it.';
  if (turn === 2) return lookup;
  return case_id.startsWith('pot') ? 'Please contact the manufacturer.' : 'You get a refund of 30 euros.';
};`;

async function runShop(dashboard: Dashboard): Promise<string> {
  dashboard.addAgents({ 'forgetful-seller': { type: 'module', path: 'agents/forgetful-seller.mjs' } });
  dashboard.write('agents/forgetful-seller.mjs', seller);
  dashboard.write(
    file,
    suite(...['mug-1', 'mug-2', 'mug-3', 'pot-1', 'pot-2', 'lamp-1', 'lamp-2'].map(conversationCase)),
  );
  return dashboard.recorded(file, '--name', 'forgetful-seller');
}

test('failures stand by cause and on a map, and lead to their cases', async ({ page, dashboard }) => {
  await visit(page, await runShop(dashboard));
  await page.getByRole('link', { name: 'Failures', exact: true }).click();
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  await expect(causes).toHaveCount(2);
  await expect(causes.first()).toContainText('lookup was never reached');
  const map = page.getByRole('figure', { name: `Map of ${file}` });
  await expect(map).toContainText('7 conversations of 7 cases, 2 passed');
  await map.getByRole('button', { name: '2 stopped of 4, between lookup and offer' }).click();
  const stopped = map.getByRole('region', { name: 'Stopped here' });
  await expect(stopped.getByRole('link')).toHaveText(['pot-1', 'pot-2']);
  await map.getByText('Table', { exact: true }).click();
  await expect(map.getByRole('row')).toHaveText([/From/, /startask770/, /asklookup743/, /lookupoffer422/]);
  await expectNoViolationsInBoth(page, 'the failures of a run');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await causes.first().getByRole('link', { name: '3 cases' }).click();
  const listed = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await expect(listed).toHaveCount(3);
  await expect(listed.first()).toContainText('mug-1');
  await page.getByRole('textbox', { name: 'Filter the cases' }).fill('');
  await listed.filter({ hasText: 'pot-1' }).getByRole('link').click();
  await page.getByRole('link', { name: 'same cause as 1 other case' }).click();
  await expect(listed).toHaveCount(2);
  await expect(listed.last()).toContainText('pot-2');
});
