import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from '@playwright/test';
import { gatedConversation, suite } from './support/cases';
import { type Dashboard, test } from './support/dashboard';
import { visit } from './support/visit';

const runner = path.resolve(import.meta.dirname, '..', 'bin', 'runner.cjs');

test('a run goes on when the server that started it is killed', async ({ dashboard }) => {
  dashboard.write('tests/live.jsonl', suite(gatedConversation('L1')));
  const started = await dashboard.fetch(`${dashboard.url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-turntree': '1' },
    body: JSON.stringify({ suites: ['tests/live.jsonl'], agentId: 'shop', attempts: 1, parallel: 1 }),
  });
  expect(await started.json()).toMatchObject({ ok: true });
  expect(await statuses(dashboard)).toEqual(['running']);

  await dashboard.stop('SIGKILL');
  for (const gate of ['L1-1', 'L1-2', 'L1-3']) dashboard.open(gate);
  await dashboard.start();
  await expect.poll(() => statuses(dashboard)).toEqual(['passed']);
});

test('a busy port picks the next one and says so', async ({ dashboard }) => {
  const { port } = new URL(dashboard.url);
  const second = spawn(process.execPath, [runner, 'ui', '--app', dashboard.workspace, '--port', port]);
  let said = '';
  for (const stream of [second.stdout, second.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await expect.poll(() => said).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  expect(said).toContain(`port ${port} is busy, using `);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  expect(new URL(url).port).not.toBe(port);
  expect((await dashboard.fetch(`${url}/runs`)).status).toBe(200);
  second.kill('SIGTERM');
  await once(second, 'exit');
});

test('a browser gives an idle connection up before the server does', async ({ dashboard }) => {
  const { headers } = await dashboard.fetch(`${dashboard.url}/api/runs`);
  const seconds = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]);
  expect(seconds).toBeGreaterThan(300);
});

async function statuses(dashboard: Dashboard): Promise<string[]> {
  const answer = await dashboard.fetch(`${dashboard.url}/api/runs`);
  const { runs } = await answer.json();
  return runs.map((run: { status: string }) => run.status);
}

test('a script test shows what it checked, where, and what it wrote', async ({ page, dashboard }) => {
  dashboard.write(
    'scripts/prices_test.ts',
    `export function TestPrice(t: any) {
  t.log('the price is', 12);
  t.assert.Greater(12, 10);
  t.assert.Equal({ net: 12 }, { net: 10 }, 'Net price');
}
export function TestLater(t: any) { t.skip('no prices yet'); }
`,
  );
  expect(await dashboard.runInTerminal('scripts/prices_test.ts')).toBe(1);
  await visit(page, dashboard.url);
  await page.getByRole('link', { name: 'scripts/prices_test.ts' }).first().click();
  const script = page.getByRole('region', { name: 'Script test' });
  await expect(script).toContainText('scripts/prices_test.ts:1');
  await expect(script).toContainText(
    'Equal · Net price: expected { net: 12 } to equal { net: 10 } scripts/prices_test.ts:4:12',
  );
  await expect(script).toContainText('the price is 12');
  await expect(page.getByRole('tab')).toHaveText([/Why/, /Raw/, /History/]);
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('scripts/prices_test.ts:4:12');
  await expect(page.getByRole('region', { name: 'Conversation' })).toHaveCount(0);
  await page.getByRole('link', { name: /TestLater/ }).click();
  await expect(script).toContainText('no prices yet');
});
