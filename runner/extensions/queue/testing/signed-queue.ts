import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '../../../contract/index.ts';
import { getOwnVersion } from '../../../run/version.ts';
import { plannedCase, standardCase } from '../../../testing/case-factory.ts';
import type { RunningCli } from '../../../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import type { EntrySigner } from '../exchange/entry-signer.ts';
import { openBroker, openRemoteRun, type RemoteRun } from '../exchange/index.ts';
import { messageListName, orderListName } from '../exchange/messages.ts';
import { connectBroker } from '../exchange/open-broker.ts';
import { computeCombinedDigest, digestFiles } from '../workers/workspace-files.ts';
import {
  createQueueTestTools,
  listFinishedEvents,
  parseEvents,
  waitForOutput,
  waitUntil,
} from './create-queue-test-tools.ts';
import type { QueueServer } from './queue-servers.ts';

const key = 'the key of these tests, and no other';
const agent = `
import { appendFileSync } from 'node:fs';

export default async function echo({ input }: { input: string }): Promise<string> {
  appendFileSync(process.env.CALLS ?? '', input + '\\n');
  return 'key: ' + (process.env.TURNTREE_QUEUE_KEY ?? 'none') + ', input: ' + input;
}
`;
/** A signer that changes nothing: reads stored queue entries unchanged, to put them into the queue again. */
const passThroughSigner: EntrySigner = { sign: (_place, data) => data, verify: (_place, data) => ({ ok: true, data }) };

/** Tests of a queue to which other programs can write; to be run with every kind of queue server. */
export function testSignedQueue(start: () => Promise<QueueServer>): void {
  let server: QueueServer;
  let root: string;
  let calls: string;
  let ownKey: string | undefined = key;

  beforeAll(async () => {
    server = await start();
    root = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { echo: { type: 'module', path: 'echo.ts' } } }),
      'echo.ts': agent,
      'cases.jsonl': ['A', 'B'].map((id) => JSON.stringify({ id, input: `hello ${id}` })).join('\n'),
      'secret.jsonl': JSON.stringify({ id: 'A', input: `say ${key}` }),
    });
    calls = path.join(root, '.calls');
  });
  afterEach(async () => {
    await endAll();
    rmSync(calls, { force: true });
    ownKey = key;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const { work, testing, endAll } = createQueueTestTools(() => ({
    url: server.url,
    root,
    variables: { CALLS: calls, TURNTREE_QUEUE_KEY: ownKey ?? '' },
  }));
  const startWorkerWithKey = (workerKey: string | undefined, ...args: string[]): RunningCli => {
    ownKey = workerKey;
    const worker = work(...args);
    ownKey = key;
    return worker;
  };
  const readCalls = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

  /** Opens a run without the command line, so that the run's id is known before it starts. */
  async function openTestRun(runId: string, notices: string[]): Promise<RemoteRun> {
    const files = digestFiles(root, { except: new Set(), attached: new Set() });
    const fixed = { runId, host: 'here', workspace: computeCombinedDigest(files), scorers: [], timeoutMs: 60_000 };
    return openRemoteRun(
      {
        broker: await openBroker({ address: server.url, key }),
        record: { ...fixed, version: getOwnVersion(), agents: [{ id: 'echo' }], allowPartial: false },
        files,
        resumes: undefined,
        maxAttemptMs: 60_000,
        showFigures: () => undefined,
        printNotice: (line) => notices.push(line),
      },
      new AbortController().signal,
    );
  }
  async function executeInput(run: RemoteRun, input: string): Promise<string | undefined> {
    const planned = { ...plannedCase(standardCase({ input })), agentId: 'echo', baseDir: '.' };
    const events = await run.execute({ planned, attempt: 1, retries: 0 }, new AbortController().signal);
    const end = events?.at(-1);
    return end?.type === 'case.finished' ? end.result.status : undefined;
  }

  it('has a key that no agent sees and no result holds', async () => {
    const worker = work('--name', 'one');
    const { code, stdout, stderr } = await testing('secret.jsonl', '-n', 'echo', '--json').done;
    expect(code).toBe(0);
    const outputs = listFinishedEvents(parseEvents(stdout)).map(({ result }) => result.output);
    expect(outputs).toEqual(['key: none, input: say [redacted]']);
    expect(stdout + stderr + worker.stderr()).not.toContain(key);
    expect(stderr + worker.stderr()).not.toContain('nothing in this queue is signed');
  });

  it('says once that nothing is signed without a key, on both sides', async () => {
    ownKey = undefined;
    const worker = work('--name', 'one');
    const { code, stderr } = await testing('cases.jsonl', '-n', 'echo').done;
    expect(code).toBe(0);
    const warning = /nothing in this queue is signed: .* set TURNTREE_QUEUE_KEY for the run and for all its workers/g;
    expect([stderr, worker.stderr()].map((text) => text.match(warning)?.length)).toEqual([1, 1]);
  });

  const advice = 'set the same key for the run and for all its workers';
  it.each([
    ['none', undefined, 'the entry is signed, and', 'the entry is not signed, although'],
    ['another key', 'a key of enough characters', 'the entry is not signed with', 'the entry is not signed with'],
  ])('ends a run with a key whose workers have %s, and both say what to set', async (_which, other, here, there) => {
    const worker = startWorkerWithKey(other, '--name', 'stranger');
    const { code, stderr } = await testing('cases.jsonl', '-n', 'echo').done;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`refuses a message in the queue: ${there} .*TURNTREE_QUEUE_KEY.*: ${advice}`));
    expect(stderr).toContain('no worker with the key of this run has joined');
    expect(worker.stderr()).toMatch(new RegExp(`takes no attempts of run \\S+: ${here} .*: ${advice}`));
    expect(readCalls()).toEqual([]);
  });

  it('ends a run without a key whose workers have one, and both say what to set', async () => {
    const worker = work('--name', 'careful');
    ownKey = undefined;
    const { code, stderr } = await testing('cases.jsonl', '-n', 'echo').done;
    expect(code).toBe(1);
    expect(stderr).toContain(`the entry is signed, and TURNTREE_QUEUE_KEY is not set here: ${advice}`);
    expect(worker.stderr()).toContain(`the entry is not signed, although TURNTREE_QUEUE_KEY is set here: ${advice}`);
    expect(readCalls()).toEqual([]);
  });

  it('goes on beside workers of another key, whose orders and records nobody takes', async () => {
    startWorkerWithKey('a key of enough characters', '--name', 'stranger');
    work('--name', 'right');
    expect((await testing('cases.jsonl', '-n', 'echo').done).code).toBe(0);
    expect(readCalls().toSorted()).toEqual(['hello A', 'hello B']);
  });

  it('does what nobody has signed for it in no case, says so once, and does the real order under its name', async () => {
    const notices: string[] = [];
    const forger = await openBroker({ address: server.url, key: undefined });
    const orders = forger.openList(orderListName('forged'));
    const planned = { ...plannedCase(standardCase({ input: 'forged' })), agentId: 'echo', baseDir: '.' };
    const data = { planned, attempt: 1, retries: 0, again: false };
    const ids = ['a1', 'a2', 'a3', 'a40', 'x'];
    await orders.addEntries(ids.map((id) => ({ id, data })));
    const run = await openTestRun('forged', notices);
    const worker = work('--name', 'one');
    expect(await Promise.all(['one', 'two', 'three'].map((input) => executeInput(run, input)))).toEqual(
      Array(3).fill('passed'),
    );
    await waitUntil(async () => (await orders.readUntaken()).length === 0, worker);
    await run.close();
    await forger.close();
    expect(readCalls().toSorted()).toEqual(['one', 'three', 'two']);
    const refusal = 'the entry is not signed, although TURNTREE_QUEUE_KEY is set here';
    expect(worker.stderr().split(`refuses an order of run forged: ${refusal}`)).toHaveLength(2);
    expect(notices.filter((line) => line.includes(`refuses an order in the queue: ${refusal}`))).toHaveLength(1);
  });

  it('does no order twice, whoever puts it in again, in this run or in another', async () => {
    const notices: string[] = [];
    const recorder = await connectBroker(server.url, { seal: passThroughSigner, isLocal: true });
    const orders = recorder.openList(orderListName('first'));
    const run = await openTestRun('first', notices);
    const outcome = executeInput(run, 'once');
    const [recorded] = await waitForItems(() => orders.readUntaken());
    if (recorded?.ok !== true) throw new Error('there is an order');
    const one = work('--name', 'one');
    expect(await outcome).toBe('passed');
    const refusal = 'refuses an order of run first: the attempt was already executed';
    const replayRecordedOrder = async (worker: RunningCli): Promise<void> => {
      // As long as the entry exists, adding another entry with the same id has no effect.
      await waitUntil(async () => (await orders.readEntry(recorded.id)) === undefined, worker);
      await orders.addEntries([{ id: recorded.id, data: recorded.data }]);
    };
    await replayRecordedOrder(one);
    await waitForOutput(one, refusal);
    one.child.kill('SIGTERM');
    await one.done;
    // A worker that joins later has not seen the run before, so the run announces itself again.
    const two = work('--name', 'two');
    await waitForOutput(two, 'working on run first');
    await replayRecordedOrder(two);
    await waitForOutput(two, refusal);
    const other = await openTestRun('second', notices);
    await recorder.openList(orderListName('second')).addEntries([{ id: recorded.id, data: recorded.data }]);
    await run.close();
    await waitForOutput(two, 'refuses an order of run second: the entry is not signed with the TURNTREE_QUEUE_KEY');
    await other.close();
    await recorder.close();
    expect(readCalls()).toEqual(['once']);
  });

  it('offers an order again that somebody has removed', async () => {
    const notices: string[] = [];
    const forger = await openBroker({ address: server.url, key: undefined });
    const orders = forger.openList(orderListName('removed'));
    const run = await openTestRun('removed', notices);
    const outcome = executeInput(run, 'removed');
    await waitForItems(() => orders.readUntaken());
    await orders.removeEntry('a1');
    work('--name', 'one');
    expect(await outcome).toBe('passed');
    expect(notices).toContain('attempts were removed from the queue: they are offered again');
    await run.close();
    await forger.close();
  });

  it('is told nothing by messages that nobody has signed, or that are put in again', async () => {
    const notices: string[] = [];
    const forger = await openBroker({ address: server.url, key: undefined });
    const run = await openTestRun('told', notices);
    const messages = forger.openList(messageListName('told'));
    const events: RunEvent[] = [];
    const part = { worker: 'nobody', delivery: 'x-1', taken: 1, part: 0, parts: 1 };
    const forged = { kind: 'events', order: 'a1', ...part, events };
    const outcome = executeInput(run, 'real');
    await messages.addEntries(['f1', 'f2', 'f3'].map((id) => ({ id, data: forged })));
    const worker = work('--name', 'one');
    expect(await outcome).toBe('passed');
    await waitUntil(async () => (await messages.readUntaken()).length === 0, worker);
    await run.close();
    await forger.close();
    expect(readCalls()).toEqual(['real']);
    expect(
      notices.filter((line) => line.startsWith('refuses a message in the queue: the entry is not signed')),
    ).toHaveLength(1);
  });
}

async function waitForItems<Item>(look: () => Promise<Item[]>): Promise<Item[]> {
  let items: Item[] = [];
  while (items.length === 0) items = await look();
  return items;
}
