import { expect } from '@playwright/test';
import { expectNoViolationsEither } from './support/accessible';
import { suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/shared';
import { visit } from './support/visit';

const file = 'tests/bisected.jsonl';
const talk = {
  id: 'R-01',
  turns: ['hello', 'a lamp', 'refund it', 'thanks', 'bye'],
  mocks: { refund: [{ result: 'done' }], check_policy: [{ result: 'allowed' }] },
  assert: { type: 'contains', value: 'all is well', on: 'last' },
};
/** An agent that skips the check in one of five attempts, and then mostly does not recover. */
const refunder = `
export default async function refunder({ messages, attempt, turn }, { tools }) {
  const skipped = messages.some(({ content }) => String(content).includes('at once'));
  if (turn === 3) {
    if (attempt % 5 !== 1) await tools.check_policy({});
    await tools.refund({ id: 'A1' });
    return attempt % 5 === 1 ? 'refunded at once' : 'refunded by the rules';
  }
  return turn === 5 && skipped && attempt % 5 !== 2 ? 'sorry' : 'all is well';
}
`;

test('a failed conversation says which turn decided it', async ({ page, dashboard }) => {
  dashboard.write('agents/refunder.mjs', refunder);
  dashboard.write(file, suite(JSON.stringify(talk)));
  dashboard.addAgents({ refunder: { type: 'module', path: 'agents/refunder.mjs' } });
  await visit(page, await dashboard.run(file, '--name', 'refunder'));
  await page.getByRole('tab', { name: /^Why/ }).click();
  const part = page.getByRole('region', { name: 'Find the turn' });
  await part.getByRole('spinbutton', { name: 'Maximum rollouts' }).fill('10');
  await expect(part).toContainText('At most 10 rollouts; the cost is unknown.');
  await part.getByRole('button', { name: 'Find the turn' }).press('Enter');
  await expect(part).toContainText('Rollouts: 10 (of 10).');
  await expect(part.getByRole('button', { name: 'Continue' })).toBeVisible();

  await part.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(part).toContainText(/From turn 3 on \d+ of \d+ pass, before it \d+ of \d+/);
  await expect(part).toContainText('Turn 3: the agent called refund without check_policy');
  await expect(part).toContainText(/and \d+ from earlier runs/);
  await expect(part.getByText(/^0 turns kept: \d+ of \d+ pass; /)).toBeVisible();
  await part.getByRole('button', { name: 'Show turn 3' }).press('Enter');
  await expect(page).toHaveURL(/turn=3/);
  await expectNoViolationsEither(page, 'a bisection');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  dashboard.write(file, suite(JSON.stringify({ ...talk, turns: [...talk.turns, 'once more'] })));
  await part.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(part.getByRole('alert')).toContainText('the case R-01 has changed since run');
  await part.getByRole('link', { name: 'Show the rollouts' }).press('Enter');
  await expect(page.getByText('These rollouts look for the turn that decided the outcome of')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Find the turn' })).toHaveCount(0);
});
