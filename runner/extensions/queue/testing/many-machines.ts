import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../../../testing/answering-server.ts';
import { runCli } from '../../../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import {
  createQueueTestTools,
  listFinishedEvents,
  parseEvents,
  waitForOutput,
  waitUntil,
} from './create-queue-test-tools.ts';
import { expectEachAttemptOnce, expectWorkersToStay } from './expect-whole-run.ts';
import type { QueueServer } from './queue-servers.ts';

const agent = `
import { appendFileSync } from 'node:fs';

export default async function echo({ input }: { input: string }): Promise<string> {
  appendFileSync(process.env.CALLS ?? '', input + '\\n');
  const wait = Number(/^wait (\\d+)/.exec(input)?.[1] ?? 0);
  await new Promise((resolve) => setTimeout(resolve, wait));
  return 'echo: ' + input;
}
`;
const createCaseLine = (id: string, input: string): string =>
  JSON.stringify({ id, input, assert: { type: 'contains', value: id.startsWith('bad') ? 'never' : 'echo' } });

/** Tests of a queue, to be run with every kind of queue server. */
export function testManyMachines(start: () => Promise<QueueServer>): void {
  let server: QueueServer;
  let root: string;
  let calls: string;
  let agentServer: AnsweringServer;
  /** Additional fields of the agent's next answers; when the list is used up, answers have no additional fields. */
  let beside: object[] = [];

  beforeAll(async () => {
    server = await start();
    agentServer = await startAnsweringServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'Well', ...beside.shift() }));
    });
    root = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({
        agents: {
          desk: {
            type: 'http',
            url: agentServer.url,
            body: { input: '{{input}}' },
            output: 'text',
            tool_calls: 'calls',
          },
          echo: { type: 'module', path: 'echo.ts' },
          once: { type: 'module', path: 'echo.ts', repeatable: false },
          keyed: { type: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'none', api_key: '$ENV.KEY_OF_NOBODY' },
        },
      }),
      'echo.ts': agent,
      'cases.jsonl': [
        ...Array.from({ length: 10 }, (_, index) => createCaseLine(`C${index}`, `hello ${index}`)),
        createCaseLine('bad', 'hello'),
      ].join('\n'),
      'silent.jsonl': ['D1', 'D2', 'D3', 'D4']
        .map((id) => JSON.stringify({ id, input: 'hi', assert: { type: 'tool_called', name: 'refund', times: 0 } }))
        .join('\n'),
      'slow.jsonl': [
        createCaseLine('S1', 'wait 1500'),
        createCaseLine('S2', 'wait 1500 again'),
        createCaseLine('S3', 'quick'),
      ].join('\n'),
      'endless.jsonl': [
        createCaseLine('E1', 'wait 600000'),
        createCaseLine('E2', 'wait 600000 too'),
        createCaseLine('E3', 'hello'),
      ].join('\n'),
    });
    calls = path.join(root, '.calls');
  });
  afterEach(async () => {
    rmSync(calls, { force: true });
    await endAll();
  });
  afterAll(async () => {
    await Promise.all([server.stop(), agentServer.close()]);
    rmSync(root, { recursive: true, force: true });
  });

  const createVariables = () => ({ CALLS: calls });
  const { work, testing, endAll } = createQueueTestTools(() => ({
    url: server.url,
    root,
    variables: createVariables(),
  }));
  const countCalls = (input: string): number => {
    const all = existsSync(calls) ? readFileSync(calls, 'utf8').split('\n') : [];
    return all.filter((each) => each === input).length;
  };

  it('ends as on a single machine, with every attempt once and no gap in its log', async () => {
    const alone = await runCli(['test', 'cases.jsonl', '-n', 'echo', '--runs', '2', '--no-history', '--json', '-q'], {
      cwd: root,
      variables: createVariables(),
    });
    work('--name', 'one', '--parallel', '3');
    work('--name', 'two', '--parallel', '3');
    const shared = await testing('cases.jsonl', '-n', 'echo', '--runs', '2', '--json').done;
    expect(shared.code).toBe(alone.code);
    const events = parseEvents(shared.stdout);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const listEndedAttempts = (all: ReturnType<typeof parseEvents>) =>
      listFinishedEvents(all)
        .map(({ caseId, attempt, result }) => `${caseId} ${attempt} ${result.status}`)
        .toSorted();
    expect(listEndedAttempts(events)).toEqual(listEndedAttempts(parseEvents(alone.stdout)));
    const [summary, summaryAlone] = [events, parseEvents(alone.stdout)].map((all) => {
      const end = all.at(-1);
      return end?.type === 'run.finished' ? { ...end.summary, durationMs: 0 } : undefined;
    });
    expect(summary).toEqual(summaryAlone);
  });

  it('fails when a path found nothing at any worker, and not when it did at one', async () => {
    for (const name of ['one', 'two']) work('--name', name, '--parallel', '1');
    const silent = await testing('silent.jsonl', '-n', 'desk').done;
    expect(silent.code).toBe(1);
    expect(silent.stderr).toContain(
      'exit 1: the "tool_calls" path "calls" of agent "desk" found nothing in any answer, but rules depend on it: the last answer had text',
    );
    beside = [{ calls: [] }];
    expect((await testing('silent.jsonl', '-n', 'desk').done).code).toBe(0);
  });

  it('gives the attempts of a killed worker to another, and counts each once', async () => {
    const lost = work('--name', 'lost', '--parallel', '3');
    const run = testing('slow.jsonl', '-n', 'echo', '--json');
    await waitForOutput(lost, 'working on run');
    await waitUntil(() => countCalls('wait 1500') > 0, run);
    lost.child.kill('SIGKILL');
    await lost.done;
    work('--name', 'other');
    const { code, stdout } = await run.done;
    expect(code).toBe(0);
    const events = parseEvents(stdout);
    expect(
      listFinishedEvents(events)
        .map(({ caseId }) => caseId)
        .toSorted(),
    ).toEqual(['S1', 'S2', 'S3']);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(countCalls('wait 1500')).toBeGreaterThanOrEqual(1);
  });

  it('does not begin again with an agent that is not repeatable', async () => {
    const lost = work('--name', 'lost', '--parallel', '1');
    const run = testing('endless.jsonl', '--case', 'E1', '-n', 'once', '--json');
    await waitForOutput(lost, 'working on run');
    await waitUntil(() => countCalls('wait 600000') > 0, run);
    lost.child.kill('SIGKILL');
    work('--name', 'other');
    const { code, stdout } = await run.done;
    expect(code).toBe(1);
    expect(listFinishedEvents(parseEvents(stdout)).at(0)?.result).toMatchObject({
      status: 'error',
      error: expect.stringContaining(
        'the worker that had started this attempt was lost, and the attempt is not repeated: agent "once"',
      ),
      fault: { by: 'infra' },
    });
    expect(countCalls('wait 600000')).toBe(1);
  });

  it('is cancelled on its workers, too', async () => {
    const worker = work('--name', 'cancelled', '--parallel', '1');
    const run = testing('endless.jsonl', '-n', 'echo', '--json');
    await waitForOutput(worker, 'working on run');
    await waitUntil(() => countCalls('wait 600000') > 0, run);
    run.child.kill('SIGINT');
    const { code, stdout } = await run.done;
    expect(code).toBe(130);
    const events = parseEvents(stdout);
    expect(events.at(-1)).toMatchObject({
      type: 'run.finished',
      outcome: 'cancelled',
      summary: { counts: { skipped: 3 } },
    });
    await waitForOutput(worker, 'done with run');
  });

  it('goes on after the server was restarted, and nothing is lost', async () => {
    work('--name', 'patient', '--parallel', '2');
    const run = testing('slow.jsonl', '-n', 'echo', '--runs', '3', '--json');
    const hasFinishedCase = (stdout: string) => stdout.includes('"case.finished"');
    await run.printed(hasFinishedCase);
    await server.restart();
    const { code, stdout } = await run.done;
    expect(code).toBe(0);
    const events = parseEvents(stdout);
    expect(listFinishedEvents(events)).toHaveLength(9);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  });

  it('goes on with the same workers after the server was killed, with its data or without', async () => {
    const workers = ['one', 'two'].map((name) => work('--name', name, '--parallel', '2'));
    const run = testing('slow.jsonl', '-n', 'echo', '--runs', '4', '--json');
    await run.printed((stdout) => stdout.includes('"case.finished"'));
    await server.crash();
    const { code, stdout } = await run.done;
    expect(code).toBe(0);
    expectEachAttemptOnce(parseEvents(stdout), ['S1', 'S2', 'S3'], 4);
    await expectWorkersToStay(workers);
  });

  it('is refused by a worker whose workspace is another, in words on both sides', async () => {
    const copy = mkdtempSync(path.join(os.tmpdir(), 'turntree-copy-'));
    cpSync(root, copy, { recursive: true });
    rmSync(path.join(copy, 'echo.ts'));
    const stranger = work('--name', 'stranger', '-a', copy);
    const run = testing('cases.jsonl', '-n', 'echo');
    await waitForOutput(stranger, `takes no attempts of run`);
    expect(stranger.stderr()).toContain(
      `the workspace ${copy} differs from the workspace of the run: echo.ts is missing`,
    );
    await waitForOutput(run, 'worker stranger takes no attempts: the workspace');
    work('--name', 'right');
    expect((await run.done).code).toBe(1);
    rmSync(copy, { recursive: true });
  });

  it('is refused by a worker that has no key for its agents', async () => {
    const worker = work('--name', 'keyless');
    const run = testing('cases.jsonl', '-n', 'keyed');
    await waitForOutput(run, 'worker keyless takes no attempts: ');
    expect(worker.stderr()).toContain('KEY_OF_NOBODY');
    run.child.kill('SIGINT');
    expect((await run.done).code).toBe(130);
  });

  it('stops a worker when it has ended what it had', async () => {
    const worker = work('--name', 'going', '--parallel', '1');
    const run = testing('slow.jsonl', '--case', 'S1', '-n', 'echo');
    await waitForOutput(worker, 'working on run');
    worker.child.kill('SIGTERM');
    expect((await worker.done).code).toBe(0);
    run.child.kill('SIGINT');
    await run.done;
  });

  it('says that a password is wrong, and shows none', async () => {
    const url = new URL(server.url);
    url.password = 'mistaken-password';
    const { code, stderr } = await runCli(['test', 'cases.jsonl', '-n', 'echo', '--queue', url.href], {
      cwd: root,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/the queue \w+:\/\/127\.0\.0\.1:\d+\S* refuses the user or the password/);
    expect(stderr).not.toContain('mistaken-password');
  });

  it('says that nobody answers at an address', async () => {
    const nobody = `${new URL(server.url).protocol}//127.0.0.1:1`;
    for (const args of [
      ['test', 'cases.jsonl', '-n', 'echo', '--queue', nobody],
      ['work', nobody],
    ]) {
      const { code, stderr } = await runCli(args, { cwd: root });
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`the queue ${nobody} cannot be used: connect ECONNREFUSED`),
      ]);
    }
  });
}
