import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startOpenAIServer } from '../../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { createQueueTestTools, parseEvents, waitUntil } from '../testing/create-queue-test-tools.ts';
import { type QueueServer, startRedis } from '../testing/queue-servers.ts';

const COST = 0.25;
const CASES = 6;
/** The number of queues, each with separate workers, and the number of consecutive runs in each queue. */
const QUEUES = 4;
const RUNS = 5;
const STOP_MS = 8_000;

type Counted = { calls: number; asked: number; cost: number; twice: number; passed: number };

/**
 * Executes several runs one after another. In each, the first worker is suspended for eight seconds during an attempt.
 */
async function executeRuns({ url }: QueueServer, database: number): Promise<Counted[]> {
  let requestCount = 0;
  const pendingCalls = new Set<() => void>();
  const hold = { isOn: true };
  const model = await startOpenAIServer({
    handler: async () => {
      requestCount += 1;
      if (hold.isOn) await new Promise<void>((resolve) => pendingCalls.add(resolve));
      return { type: 'answer', content: 'hello', usage: { input: 1, output: 0 } };
    },
  });
  const cost = { input_per_million: COST * 1e6, output_per_million: 0 };
  const connector = { type: 'openai', cost, options: { model: 'm', host: model.url, key: 'none' } };
  const root = await createTemporaryWorkspace({
    'assistants/free/package.yao': '{"name": "Free", "connector": "free"}',
    'connectors/free.conn.yao': JSON.stringify(connector),
    'cases.jsonl': Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `C${index}`, input: 'hi' })).join(
      '\n',
    ),
  });
  const { work, testing, endAll } = createQueueTestTools(() => ({ url: `${url}/${database}`, root }));
  const counted: Counted[] = [];
  try {
    const [stopped] = ['one', 'two'].map((name) => work('--name', name, '--parallel', '2'));
    if (stopped === undefined) throw new Error('there are two workers');
    for (let number = 0; number < RUNS; number += 1) {
      requestCount = 0;
      hold.isOn = true;
      const run = testing('cases.jsonl', '-n', 'free', '--json');
      await waitUntil(() => requestCount === 4, run);
      stopped.child.kill('SIGSTOP');
      hold.isOn = false;
      for (const release of pendingCalls) release();
      pendingCalls.clear();
      await pause(STOP_MS);
      stopped.child.kill('SIGCONT');
      const { stdout } = await run.done;
      const end = parseEvents(stdout).at(-1);
      if (end?.type !== 'run.finished') throw new Error('the run has an end');
      const { usage, begunTwice, counts } = end.summary;
      const { calls = 0, cost: totalCost = 0 } = usage.agent ?? {};
      counted.push({
        calls,
        asked: requestCount,
        cost: totalCost,
        twice: begunTwice?.attempts ?? 0,
        passed: counts.passed,
      });
    }
    return counted;
  } finally {
    await endAll();
    await model.close();
    rmSync(root, { recursive: true, force: true });
  }
}

it(`a run counts every call that was made, although a worker was stopped for 8 seconds, in ${QUEUES * RUNS} runs`, async () => {
  const server = await startRedis();
  try {
    const all = await Promise.all(Array.from({ length: QUEUES }, (_, database) => executeRuns(server, database)));
    const counted = all.flat();
    console.log(`begun twice: ${counted.map(({ twice }) => twice).join(' ')}`);
    expect(counted).toEqual(
      counted.map(({ asked }) => ({
        asked,
        calls: asked,
        cost: asked * COST,
        twice: asked - CASES,
        passed: CASES,
      })),
    );
    expect(counted).toHaveLength(QUEUES * RUNS);
    // Some attempts ran twice, because the lock of the suspended worker had expired.
    expect(Math.max(...counted.map(({ twice }) => twice))).toBeGreaterThan(0);
  } finally {
    await server.stop();
  }
});
