import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { createQueueTestTools, parseEvents } from './create-queue-test-tools.ts';
import { expectEachAttemptOnce, expectWorkersToStay } from './expect-whole-run.ts';
import type { QueueServer } from './queue-servers.ts';

const CASES = 40;
const RUNS = 6;
const agent = `
export default async function echo({ input }: { input: string }): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 250));
  return 'echo: ' + input;
}
`;

/**
 * Kills the queue's server several times during a run, each time after another attempt has ended. At the end of the run
 * every attempt must exist exactly once, and the same workers must still take part.
 */
export async function testServerKills(start: () => Promise<QueueServer>, kills: number): Promise<void> {
  const server = await start();
  const ids = Array.from({ length: CASES }, (_, index) => `C${index}`);
  const root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { echo: { type: 'module', path: 'echo.ts' } } }),
    'echo.ts': agent,
    'cases.jsonl': ids.map((id) => JSON.stringify({ id, input: `hello ${id}` })).join('\n'),
  });
  const variables = { TURNTREE_QUEUE_KEY: 'the key of these tests, and no other' };
  const { work, testing, endAll } = createQueueTestTools(() => ({ url: server.url, root, variables }));
  try {
    const workers = ['one', 'two'].map((name) => work('--name', name, '--parallel', '2'));
    const run = testing('cases.jsonl', '-n', 'echo', '--runs', String(RUNS), '--json');
    const countFinishedCases = (stdout: string): number => stdout.split('"type":"case.finished"').length - 1;
    for (let kill = 0; kill < kills; kill += 1) {
      const before = countFinishedCases(run.stdout());
      await run.printed((stdout) => countFinishedCases(stdout) > before);
      expect(countFinishedCases(run.stdout())).toBeLessThan(CASES * RUNS);
      await server.crash();
    }
    const { code, stdout } = await run.done;
    expect(code).toBe(0);
    expectEachAttemptOnce(parseEvents(stdout), ids, RUNS);
    await expectWorkersToStay(workers);
  } finally {
    await endAll();
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}
