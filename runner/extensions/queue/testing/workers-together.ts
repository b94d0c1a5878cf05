import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getOwnVersion } from '../../../run/version.ts';
import { plannedCase, standardCase } from '../../../testing/case-factory.ts';
import type { ModelReply } from '../../../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { openBroker, openRemoteRun } from '../exchange/index.ts';
import { RUNS_LIST, WORKSPACES_LIST } from '../exchange/messages.ts';
import { computeCombinedDigest } from '../workers/workspace-files.ts';
import { createQueueTestTools, parseEvents, waitForOutput, waitUntil } from './create-queue-test-tools.ts';
import type { QueueServer } from './queue-servers.ts';

const LIMIT = 3;
const COST = 0.25;
const createCaseLines = (count: number): string =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: `C${index}`, input: `hello ${index}` })).join('\n');
const createConnectorJson = (options: object): string =>
  JSON.stringify({
    type: 'openai',
    cost: { input_per_million: COST * 1e6, output_per_million: 0 },
    options: { model: 'm', host: '$ENV.MODEL', key: 'none', ...options },
  });

/** Tests of several workers; to be run with every kind of queue server. */
export function testWorkersTogether(start: () => Promise<QueueServer>): void {
  let server: QueueServer;
  let model: OpenAIServer;
  let root: string;
  /** Requests that the model has received but not answered yet. */
  const heldReplies = new Set<() => void>();
  let most = 0;
  let requestCount = 0;
  let isHeld: (asked: number) => boolean;

  async function answerModelRequest(): Promise<ModelReply> {
    requestCount += 1;
    if (isHeld(requestCount)) {
      await new Promise<void>((resolve) => {
        const releaseReply = (): void => {
          heldReplies.delete(releaseReply);
          resolve();
        };
        heldReplies.add(releaseReply);
        most = Math.max(most, heldReplies.size);
      });
    }
    return { type: 'answer', content: 'hello', usage: { input: 1, output: 0 } };
  }
  const releaseHeldReplies = (count: number): void => {
    for (const each of [...heldReplies].slice(0, count)) each();
  };
  const { work, testing, endAll } = createQueueTestTools(() => ({
    url: server.url,
    root,
    variables: { MODEL: model.url },
  }));

  beforeAll(async () => {
    server = await start();
    model = await startOpenAIServer({ handler: answerModelRequest });
    root = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { packed: { type: 'module', path: 'packed.ts' } } }),
      'packed.ts': "import { greet } from 'greeter';\nexport default () => greet();\n",
      'assistants/limited/package.yao': '{"name": "Limited", "connector": "limited"}',
      'assistants/free/package.yao': '{"name": "Free", "connector": "free"}',
      'connectors/limited.conn.yao': createConnectorJson({ max_parallel: LIMIT }),
      'connectors/free.conn.yao': createConnectorJson({}),
      'twelve.jsonl': createCaseLines(12),
      'twenty.jsonl': createCaseLines(20),
    });
    mkdirSync(path.join(root, 'node_modules', 'greeter'), { recursive: true });
    writeFileSync(path.join(root, 'node_modules/greeter/package.json'), '{"main": "index.js"}');
    writeFileSync(path.join(root, 'node_modules/greeter/index.js'), "exports.greet = () => 'hello';");
  });
  afterEach(async () => {
    await endAll();
    heldReplies.clear();
    most = 0;
    requestCount = 0;
  });
  afterAll(async () => {
    await Promise.all([server.stop(), model.close()]);
    rmSync(root, { recursive: true, force: true });
  });

  it('never ask a connector more at once than it allows, also while one of them joins', async () => {
    isHeld = () => true;
    const one = work('--name', 'one', '--parallel', '6');
    const run = testing('twelve.jsonl', '-n', 'limited', '--json');
    await waitUntil(() => heldReplies.size === LIMIT, run);
    const two = work('--name', 'two', '--parallel', '6');
    await waitForOutput(run, 'worker two has joined');
    // The first worker has more attempts in progress than its new share allows, so the second worker starts only when
    // one of these ends.
    await waitForOutput(one, 'shares the 3 calls that a connector allows at once among 2 workers');
    releaseHeldReplies(1);
    await waitForOutput(two, 'working on run');
    // The first worker may use only its share of the calls, so the third call comes from the second worker.
    await waitUntil(() => heldReplies.size === LIMIT, run);
    while (requestCount < 12 || heldReplies.size > 0) {
      await waitUntil(() => heldReplies.size > 0, run);
      releaseHeldReplies(1);
    }
    const { code, stdout } = await run.done;
    expect(code).toBe(0);
    expect(parseEvents(stdout).at(-1)).toMatchObject({ summary: { counts: { passed: 12 } } });
    expect(most).toBe(LIMIT);
    for (const worker of [one, two]) await waitUntil(() => /done with run \S+: [1-9]/.test(worker.stderr()), worker);
  });

  it('wait where a connector allows fewer calls than there are workers, in words', async () => {
    isHeld = () => true;
    const workers = ['one', 'two', 'three', 'four'].map((name) => work('--name', name));
    const run = testing('twelve.jsonl', '-n', 'limited', '--json');
    const limit = 'a connector of the run allows only 3 calls at once, so no more than 3 workers can take part';
    await waitForOutput(run, `it waits: ${limit}`);
    await waitUntil(() => workers.some((worker) => worker.stderr().includes(`waits: ${limit}`)), run);
    while (requestCount < 12 || heldReplies.size > 0) {
      await waitUntil(() => heldReplies.size > 0, run);
      releaseHeldReplies(LIMIT);
    }
    expect((await run.done).code).toBe(0);
    expect(most).toBeLessThanOrEqual(LIMIT);
  });

  it('stop together at --max-cost, and what they had begun is all that goes beyond it', async () => {
    const paid = 4;
    isHeld = (count) => count > paid;
    work('--name', 'one', '--parallel', '1');
    work('--name', 'two', '--parallel', '1');
    const run = testing('twenty.jsonl', '-n', 'free', '--max-cost', String(paid * COST), '--json');
    const countSkippedCases = (stdout: string): number => stdout.split('"reason":"max-cost"').length - 1;
    await run.printed((stdout) => countSkippedCases(stdout) >= 20 - paid - 2);
    // A worker that has already taken an attempt may not have called the model yet, so later calls are possible.
    isHeld = () => false;
    releaseHeldReplies(heldReplies.size);
    const { code, stdout } = await run.done;
    expect(code).toBe(1);
    expect(requestCount).toBeLessThanOrEqual(paid + 2);
    const end = parseEvents(stdout).at(-1);
    // On a very busy machine, a worker may lose its lock on an attempt, which is then started twice.
    const twice = end?.type === 'run.finished' ? (end.summary.begunTwice?.attempts ?? 0) : 0;
    const passed = requestCount - twice;
    expect(end).toMatchObject({
      summary: { usage: { agent: { cost: requestCount * COST } }, counts: { passed, skipped: 20 - passed } },
    });
  });

  it('may have one name: each is told apart', async () => {
    isHeld = () => true;
    const workers = [work('--name', 'twin', '--parallel', '1'), work('--name', 'twin', '--parallel', '1')];
    const run = testing('twelve.jsonl', '-n', 'free', '--json');
    await waitUntil(() => heldReplies.size === 2, run);
    expect(run.stderr().match(/worker twin has joined/g)).toHaveLength(2);
    const [leaving] = workers;
    leaving?.child.kill('SIGTERM');
    isHeld = () => false;
    releaseHeldReplies(2);
    expect((await leaving?.done)?.code).toBe(0);
    const { code, stderr } = await run.done;
    expect(code).toBe(0);
    expect(stderr.match(/worker twin has left/g)).toHaveLength(1);
  });

  it('are missed when they vanish', async () => {
    isHeld = () => true;
    const lost = work('--name', 'lost', '--parallel', '1');
    const run = testing('twelve.jsonl', '-n', 'free', '--json');
    await waitUntil(() => heldReplies.size === 1, run);
    lost.child.kill('SIGKILL');
    await waitForOutput(run, 'worker lost no longer responds: its attempts go to other workers');
    isHeld = () => false;
    work('--name', 'other');
    expect((await run.done).code).toBe(0);
  });

  it('take nothing without what an agent of the run needs, and say what is missing', async () => {
    const copy = mkdtempSync(path.join(os.tmpdir(), 'turntree-copy-'));
    cpSync(root, copy, { recursive: true });
    rmSync(path.join(copy, 'node_modules'), { recursive: true });
    const worker = work('--name', 'bare', '-a', copy);
    const run = testing('twelve.jsonl', '-n', 'packed', '--json');
    await waitForOutput(run, 'worker bare takes no attempts: agent "packed": ');
    expect(worker.stderr()).toContain('greeter');
    work('--name', 'complete');
    expect((await run.done).code).toBe(0);
    rmSync(copy, { recursive: true });
  });

  const offering = { files: {}, resumes: undefined, maxAttemptMs: 1_000, showFigures: () => undefined };
  const offered = { runId: 'by-hand', host: 'here', workspace: computeCombinedDigest({}), agents: [], scorers: [] };
  const record = { ...offered, timeoutMs: 1_000, allowPartial: false };
  const version = getOwnVersion();

  it('take nothing of a run of another version, and say which versions', async () => {
    const worker = work('--name', 'newer');
    const notices: string[] = [];
    const run = await openRemoteRun(
      {
        broker: await openBroker({ address: server.url, key: undefined }),
        ...offering,
        printNotice: (line) => notices.push(line),
        record: { ...record, runId: 'older', version: '0.0.1' },
      },
      new AbortController().signal,
    );
    const reason = `the run is of Turntree 0.0.1, this worker of ${version}: install the same version on both`;
    await waitForOutput(worker, `takes no attempts of run older: ${reason}`);
    await waitUntil(() => notices.includes(`worker newer takes no attempts: ${reason}`), worker);
    await run.close();
  });

  it('execute nothing outside of their workspace', async () => {
    work('--name', 'careful');
    const run = await openRemoteRun(
      {
        broker: await openBroker({ address: server.url, key: undefined }),
        ...offering,
        printNotice: () => undefined,
        record: { ...record, version },
      },
      new AbortController().signal,
    );
    const planned = { ...plannedCase(standardCase()), agentId: 'free', baseDir: '../elsewhere' };
    const events = await run.execute({ planned, attempt: 1, retries: 0 }, new AbortController().signal);
    expect(events?.at(-1)).toMatchObject({
      result: { status: 'error', error: expect.stringContaining(`elsewhere is not in the workspace ${root}`) },
    });
    await run.close();
  });

  const offerRunAndReadRefusal = async (lists: { files?: unknown; workspace: string }): Promise<string> => {
    const worker = work('--name', 'strict');
    const broker = await openBroker({ address: server.url, key: undefined });
    const runs = broker.openList(RUNS_LIST);
    const workspaces = broker.openList(WORKSPACES_LIST);
    const runId = 'forged';
    if (lists.files !== undefined) await workspaces.addEntries([{ id: runId, data: lists.files }]);
    const sharing = { workers: [], round: 0, isAgreed: true };
    const state = { beat: 0, cancelled: false, ended: false, sharing, orders: { last: 0, ranges: [] } };
    const data = { ...record, ...state, runId, version, workspace: lists.workspace };
    await runs.addEntries([{ id: runId, data }]);
    await waitForOutput(worker, 'takes no attempts of run forged: ');
    await Promise.all([runs.removeEntry(runId), workspaces.removeEntry(runId)]);
    await broker.close();
    return worker.stderr();
  };

  it('take nothing of a run that does not say which files it has, or lists others', async () => {
    expect(await offerRunAndReadRefusal({ workspace: computeCombinedDigest({}) })).toContain(
      'does not say which files the run has',
    );
    expect(await offerRunAndReadRefusal({ files: {}, workspace: 'of other files' })).toContain(
      'the files that the queue lists differ from those of the run',
    );
  });

  it('send agents no files but those that the run has compared', async () => {
    writeFileSync(path.join(root, 'secret.png'), 'SECRET');
    work('--name', 'careful');
    const run = await openRemoteRun(
      {
        broker: await openBroker({ address: server.url, key: undefined }),
        ...offering,
        printNotice: () => undefined,
        record: { ...record, version },
      },
      new AbortController().signal,
    );
    const input = [{ role: 'user' as const, content: [{ type: 'image' as const, source: 'file://secret.png' }] }];
    const planned = { ...plannedCase(standardCase({ input })), agentId: 'free', baseDir: '.' };
    const events = await run.execute({ planned, attempt: 1, retries: 0 }, new AbortController().signal);
    expect(events?.at(-1)).toMatchObject({
      result: {
        status: 'error',
        error: expect.stringContaining('the file is not one of those that the run and its workers have compared'),
      },
    });
    await run.close();
    rmSync(path.join(root, 'secret.png'));
  });

  it('send what cases attach, also what no digest has otherwise, and from the folders of the config', async () => {
    const place = mkdtempSync(path.join(os.tmpdir(), 'turntree-attached-'));
    const workspace = path.join(place, 'workspace');
    cpSync(root, workspace, { recursive: true });
    const config = { agents: { packed: { type: 'module', path: 'packed.ts' } }, folders: ['../media'] };
    writeFileSync(path.join(workspace, 'runner.config.json'), JSON.stringify(config));
    writeFileSync(path.join(workspace, 'page.html'), '<p>');
    mkdirSync(path.join(place, 'media'));
    writeFileSync(path.join(place, 'media/note.txt'), 'note');
    const content = ['page.html', '../media/note.txt'].map((file) => ({ type: 'file', source: `file://${file}` }));
    const attaching = JSON.stringify({ id: 'A', input: [{ role: 'user', content }] });
    writeFileSync(path.join(workspace, 'attached.jsonl'), attaching);
    work('--name', 'sender', '-a', workspace);
    const { code, stdout } = await testing(path.join(workspace, 'attached.jsonl'), '-n', 'packed', '--json').done;
    expect(parseEvents(stdout).at(-1)).toMatchObject({ summary: { counts: { passed: 1 } } });
    expect(code).toBe(0);
    rmSync(place, { recursive: true });
  });

  it('get no cases from outside of the workspace', async () => {
    const outside = await createTemporaryWorkspace({ 'cases.jsonl': createCaseLines(1) });
    const run = testing(path.join(outside, 'cases.jsonl'), '-n', 'free', '-a', root);
    const { code, stderr } = await run.done;
    expect(code).toBe(1);
    expect(stderr).toContain(`is not in the workspace ${root}`);
    rmSync(outside, { recursive: true });
  });
}
