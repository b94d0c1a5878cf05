import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createRepliesInTurn } from '../runner/testing/model-server';
import { startOpenAIServer } from '../runner/testing/openai-server';
import { expectNoViolationsEither, expectNoViolationsInBoth } from './support/accessible';
import { suite } from './support/cases';
import { expectToFit } from './support/fit';
import { test } from './support/own-server';
import { visit } from './support/visit';

const connector = (host: string) =>
  JSON.stringify({
    type: 'openai',
    cost: { input_per_million: 1000, output_per_million: 2000 },
    options: { model: 'm', host },
  });

test('cost by role: 0 clicks, and by case and turn one further', async ({ page, dashboard }) => {
  const server = await startOpenAIServer({
    handler: createRepliesInTurn({ type: 'answer', content: 'hello', usage: { input: 1200, output: 50, cached: 200 } }),
  });
  const place = path.join(dashboard.workspace, 'runner.config.json');
  const config = JSON.parse(readFileSync(place, 'utf8'));
  dashboard.write('runner.config.json', JSON.stringify({ ...config, currency: 'EUR' }));
  dashboard.write('connectors/priced.conn.yao', connector(server.url));
  dashboard.write(
    'connectors/free.conn.yao',
    JSON.stringify({ ...JSON.parse(connector(server.url)), cost: undefined }),
  );
  dashboard.write('assistants/helper/package.yao', '{"name": "Helper", "connector": "priced"}');
  dashboard.write('assistants/caller/package.yao', '{"name": "Guest", "connector": "free"}');
  const talk = {
    id: 'talk',
    input: 'hi',
    simulator: 'caller',
    max_turns: 2,
    checkpoints: [createNeverEndingCase('refund')],
  };
  const file = 'assistants/helper/tests/cases.jsonl';
  dashboard.write(file, suite(JSON.stringify({ id: 'A', input: 'hi' }), JSON.stringify(talk)));
  await dashboard.runInTerminal(file);
  await server.close();

  await visit(page, `${dashboard.url}/runs/latest`);
  const costs = page.getByRole('list', { name: 'Cost by role' }).getByRole('listitem');
  await expect(costs.first()).toContainText(/^Cost at least .* EUR · /);
  await expect(costs.filter({ hasText: 'Agent' })).toHaveText(/Agent \d+\.\d+ EUR/);
  await expect(costs.filter({ hasText: 'Simulator' })).toContainText('cost unknown');

  await page.getByRole('link', { name: 'Cost and time' }).click();
  const roles = page.getByRole('table', { name: 'By role' });
  await expect(roles.getByRole('row', { name: /^Simulator/ })).toContainText('unknown');
  await expect(roles.getByRole('row', { name: /^Total/ })).toContainText('at least');
  await expectNoViolationsInBoth(page, 'cost and time');
  await page.getByRole('button', { name: 'Turns of talk' }).click();
  const cases = page.getByRole('table', { name: 'By case' });
  await expect(cases.getByRole('row', { name: /^turn 2/ })).toContainText('EUR');
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectToFit(page);
    await expectNoViolationsEither(page, `cost and time, ${width}`);
  }
  await cases.getByRole('link', { name: 'turn 2' }).click();
  await expect(page).toHaveURL(/case=talk&.*turn=2/);
});

function createNeverEndingCase(id: string): object {
  return { id, assert: { type: 'contains', value: 'never said' } };
}
