import { expect } from '@playwright/test';
import { inTurn } from '../runner/testing/model-server';
import { startOpenAIServer } from '../runner/testing/openai-server';
import { test } from './support/dashboard';
import { visit } from './support/visit';

const connector = (host: string) =>
  JSON.stringify({
    type: 'openai',
    cost: { input_per_million: 1000, output_per_million: 2000 },
    options: { model: 'm', host },
  });

test('a run says what its models took and cost', async ({ page, dashboard }) => {
  const server = await startOpenAIServer({
    handler: inTurn({ type: 'answer', content: 'hello', usage: { input: 1200, output: 50, cached: 200 } }),
  });
  dashboard.write('connectors/priced.conn.yao', connector(server.url));
  dashboard.write('assistants/helper/package.yao', '{"name": "Helper", "connector": "priced"}');
  dashboard.write('assistants/helper/tests/cases.jsonl', '{"id": "A", "input": "hi"}\n{"id": "B", "input": "ho"}\n');
  expect(await dashboard.runInTerminal('assistants/helper/tests/cases.jsonl', '--max-cost', '1')).toBe(1);
  await server.close();

  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'assistants/helper/tests/cases.jsonl' }).click();
  const usage = page.locator('main header').getByText('1,250 tokens · cost 1.30');
  await expect(usage).toBeVisible();
  await expect(usage).toHaveAttribute('title', 'agent: 1 model call, 1200 (200 cached) → 50 tokens, cost 1.30');
  const reason = 'the maximum cost of 1.00 is reached (1.30 spent): 1 attempt was not run';
  await expect(page.locator('main header').getByText(reason)).toBeVisible();
});
