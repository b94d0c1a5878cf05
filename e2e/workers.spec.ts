import { expect } from '@playwright/test';
import { startRedis } from '../runner/extensions/queue/testing/queue-servers';
import { startCli } from '../runner/testing/run-cli';
import { expectNoViolationsInBoth } from './support/accessible';
import { gatedConversation, suite } from './support/cases';
import { test } from './support/own-server';
import { visit } from './support/visit';

test('a run of a queue shows its workers while it goes on', async ({ page, dashboard }) => {
  const { workspace } = dashboard;
  const server = await startRedis();
  const worker = startCli(['work', server.url, '-a', workspace, '--name', 'helper', '--parallel', '1'], {
    cwd: workspace,
  });
  try {
    dashboard.write('tests/live.jsonl', suite(gatedConversation('L1'), gatedConversation('L2')));
    const ended = dashboard.startInTerminal('tests/live.jsonl', '--name', 'shop', '--queue', server.url);
    await visit(page, `${dashboard.url}/runs`);
    await page.getByRole('link', { name: 'tests/live.jsonl' }).click();
    const queue = page.getByText('1 worker · 1 waiting');
    await expect(queue).toBeVisible();
    await queue.click();
    await expect(
      page.getByRole('table', { name: 'Workers' }).getByRole('row', { name: /^helper 1 of 1/ }),
    ).toBeVisible();
    await expectNoViolationsInBoth(page, 'a run of a queue');

    for (const gate of ['1', '2', '3']) for (const name of ['L1', 'L2']) dashboard.open(`${name}-${gate}`);
    expect(await ended).toBe(0);
    await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Workers' })).toBeHidden();
  } finally {
    worker.child.kill('SIGKILL');
    await worker.done;
    await server.stop();
  }
});
