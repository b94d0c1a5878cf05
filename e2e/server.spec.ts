import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from '@playwright/test';
import { findOtherAnsweringAddresses } from '../runner/testing/foreign-addresses.ts';
import { gatedConversation, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/own-server';

const runner = path.resolve(import.meta.dirname, '..', 'bin', 'turntree.cjs');

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

test('the server listens on 127.0.0.1 only, and no longer than its process', async ({ dashboard }) => {
  const { hostname, port } = new URL(dashboard.url);
  expect(hostname).toBe('127.0.0.1');
  expect(await findOtherAnsweringAddresses(Number(port))).toEqual([]);
  await dashboard.stop('SIGTERM');
  await expect(dashboard.fetch(dashboard.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
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
