import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getRunState, listRuns, readTrends } from '../history/index.ts';
import { readBisection } from '../run/bisection/read-bisection.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';

const suite = 'tests/desk.jsonl';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', suite, '-n', 'desk', '--no-output', ...args], { cwd: workspace.root });
const bisect = (...args: string[]): Promise<CliResult> => runCli(['bisect', ...args], { cwd: workspace.root });

function history<Result>(use: (database: ReturnType<typeof openDatabase>) => Result): Result {
  const database = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}
const newest = () => history((database) => listRuns(database, { limit: 1 })[0]?.runId ?? '');

/** An agent that skips the policy in one of five attempts, and rarely recovers from that. */
const agentSource = `
export default async function desk({ messages, attempt, turn }, { tools }) {
  const skipped = messages.some(({ content }) => String(content).includes('refunded at once'));
  if (turn === 3) {
    if (attempt % 5 !== 1) await tools.check_policy({});
    await tools.refund({ id: 'A1' });
    return attempt % 5 === 1 ? 'refunded at once' : 'refunded by the rules';
  }
  if (turn === 6) return skipped && attempt % 5 !== 2 ? 'sorry' : 'all is well';
  return 'ok';
}
`;
const talk = {
  id: 'T',
  turns: ['hello', 'a lamp', 'refund it', 'thanks', 'and now', 'bye'],
  mocks: { refund: [{ result: 'done' }], check_policy: [{ result: 'allowed' }] },
  assert: { type: 'contains', value: 'all is well', on: 'last' },
};
const single = { id: 'S', input: 'give', assert: { type: 'contains', value: 'offer' } };

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.mjs' } } });
  workspace.write('desk.mjs', agentSource);
  workspace.write(suite, [talk, single]);
});
afterEach(() => workspace.remove());

describe('turntree bisect', () => {
  it('prints the plan, then the turn, what the agent did in it, and how often it does so', async () => {
    await run();
    const { code, stdout, stderr } = await bisect(newest(), 'T', '--parallel', '1');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^Case T, attempt 1 of run \S+: failed after 6 turns\.\nPlan: at most 120 rollouts on agent desk, 1 in parallel; its cost is unknown\.\n/,
    );
    const [first = ''] = stdout.split('\n');
    expect(first).toMatch(
      /^From turn 3 on \d+ of \d+ pass, before it \d+ of \d+\. Turn 3: the agent called `refund` without `check_policy`; when the turn is played again, it does so in \d of 8\./,
    );
    expect(stdout).toMatch(/^ {9}0 {3}\d+ of \d+ +[·━●]{20}$/m);
    expect(stdout).toMatch(/^Rollouts: \d+ \(of 120\)\. Their conversations are in run \S+\.$/m);
  });

  it('continues with what is known, and counts for nothing else', async () => {
    await run();
    const origin = newest();
    const read = async (...flags: string[]) => JSON.parse((await bisect(origin, 'T', '--json', ...flags)).stdout);
    const few = await read('--budget', '10', '--parallel', '4');
    expect(few).toMatchObject({ begun: 10, budget: 10, earlier: 0, isCancelled: false });
    expect(few).not.toHaveProperty('finding');
    const rest = await read('--parallel', '2', '--suite', suite);
    expect(rest).toMatchObject({ earlier: 10, finding: { kind: 'one', turn: 3 }, turns: [3] });
    const place = { runId: origin, suiteKey: suite, caseId: 'T', attempt: 1 };
    const stored = history((database) => readBisection(database, place));
    const { finding, turns, sentences, chances } = rest;
    expect(stored).toMatchObject({ runId: rest.runId, known: rest.begun + 10 });
    expect(stored?.report).toMatchObject({ finding, turns, sentences, chances });
    expect(history((database) => readBisection(database, { ...place, attempt: 2 }))).toBeUndefined();
    const state = history((database) => getRunState(database, rest.runId));
    expect(state?.rows[0]?.attempts).toHaveLength(rest.begun);
    expect(state?.options).toMatchObject({ purpose: 'bisect', bisect: { runId: origin, caseId: 'T', turns: 6 } });
    const series = {
      suiteKey: suite,
      agentId: 'desk',
      connector: '-',
      window: 'all',
      same: false,
      now: Date.now(),
    } as const;
    expect(history((database) => readTrends(database, series)).runs).toHaveLength(1);
  });

  it('prints neither a plan nor progress if it is to be quiet', async () => {
    await run();
    const { stdout, stderr } = await bisect(newest(), 'T', '--budget', '12', '--quiet');
    expect(stderr).toBe('');
    expect(stdout).toContain('The next bisection continues with these rollouts.');
    expect(stdout).toContain('Rollouts: 12 (of 12)');
  });

  it('keeps what was learnt when it is cancelled', async () => {
    workspace.write(
      'desk.mjs',
      agentSource.replace("return 'ok'", "await new Promise((resolve) => setTimeout(resolve, 20)); return 'ok'"),
    );
    await run();
    const origin = newest();
    const runId = '019a0000-0000-7000-8000-00000000000b';
    const words = ['bisect', origin, 'T', '--json', '--budget', '500', '--run-id', runId];
    const running = startCli(words, { cwd: workspace.root });
    const played = () => history((database) => getRunState(database, runId)?.counts.passed ?? 0);
    await vi.waitUntil(() => played() > 0, { timeout: 60_000, interval: 50 });
    running.child.kill('SIGINT');
    const { code, stdout } = await running.done;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ isCancelled: true });
    const next = JSON.parse((await bisect(origin, 'T', '--json', '--budget', '1')).stdout);
    expect(next.earlier).toBeGreaterThan(0);
  });

  it('takes forks and other attempts of the case as known', async () => {
    await run('--runs', '3');
    const origin = newest();
    await run('--fork', origin, '--case', 'T', '--fork-turn', '3', '--runs', '2');
    const { earlier } = JSON.parse((await bisect(origin, 'T#1', '--budget', '1', '--json')).stdout);
    expect(earlier).toBe(4);
    workspace.write('desk.mjs', `${agentSource}\n// changed`);
    const changed = JSON.parse((await bisect(origin, 'T#1', '--budget', '1', '--json')).stdout);
    expect(changed.earlier).toBe(0);
  });

  it('says in words what cannot be bisected', async () => {
    await run();
    const origin = newest();
    const problem = async (...words: string[]) => {
      const { code, stderr, stdout } = await bisect(...words);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await problem('0000aaaa', 'T')).toContain('no run');
    expect(await problem(origin, 'nobody')).toContain('the run has no case "nobody"');
    expect(await problem(origin, 'T#4')).toContain('no attempt 4');
    expect(await problem(origin, 'S')).toContain('case S is of kind standard, which has no turns to search');
    expect(await problem(origin, 'T', '--suite', 'other.jsonl')).toContain(`has no case file other.jsonl`);
    expect(await problem(origin, 'T', '--budget', '0')).toContain('--budget takes a whole number above zero');
    const { runId } = JSON.parse((await bisect(origin, 'T', '--budget', '2', '--json')).stdout);
    expect(await problem(runId, 'T')).toContain('is itself a bisection');
    workspace.write(suite, [{ ...talk, turns: [...talk.turns, 'once more'] }, single]);
    expect(await problem(origin, 'T')).toContain(`the case T has changed since run ${origin}`);
    workspace.write(suite, [single]);
    expect(await problem(origin, 'T')).toContain('no case has the id "T"');
  });

  it('refuses a conversation that passed, and one that is not in a case file', async () => {
    workspace.write(suite, [{ ...talk, assert: { type: 'contains', value: 'sorry', on: 'last' } }]);
    await run();
    const origin = newest();
    expect((await bisect(origin, 'T')).stderr).toContain('passed, so no turn of it went wrong');
    workspace.write(suite, [talk]);
    await run();
    const failed = newest();
    workspace.write('tests/other.jsonl', [talk]);
    rmSync(path.join(workspace.root, suite));
    expect((await bisect(failed, 'T')).stderr).toContain(
      `the case file ${suite} of run ${failed} is not in the workspace`,
    );
  });

  it('refuses agents that cannot continue, tools that must not run again, and hooks', async () => {
    await run();
    const origin = newest();
    const withAgent = async (entry: object, parts: object = {}): Promise<string> => {
      workspace.write('runner.config.json', { agents: { desk: entry } });
      workspace.write(suite, [{ ...talk, ...parts }, single]);
      return (await bisect(origin, 'T')).stderr;
    };
    const http = { type: 'http', url: 'http://127.0.0.1:9/chat', output: 'text' };
    expect(await withAgent({ ...http, body: { message: '{{input}}' } })).toContain(
      'agent "desk" gets no earlier messages: its request has neither {{messages}} nor {{text_messages}}',
    );
    const carried = { body: { messages: '{{messages}}', thread: '{{carry.id}}' }, carry: { id: 'id' } };
    expect(await withAgent({ ...http, ...carried })).toContain('stores its conversations itself');
    expect(await withAgent({ type: 'langgraph', url: 'http://127.0.0.1:9', assistant: 'a' })).toContain(
      'stores its conversations itself',
    );
    const module = { type: 'module', path: 'desk.mjs' };
    expect(await withAgent({ ...module, repeatable: false })).not.toContain('not "repeatable"');
    const unmocked = { mocks: undefined };
    workspace.write(suite, [{ ...talk, ...unmocked }, single]);
    await run();
    workspace.write('runner.config.json', { agents: { desk: { ...module, repeatable: false } } });
    expect((await bisect(newest(), 'T')).stderr).toContain('agent "desk" is not "repeatable"');
  });

  it('refuses a hook, unless the agent may be repeated', async () => {
    workspace.write('src/env_test.ts', 'export const Before = () => ({});');
    workspace.write(suite, [{ ...talk, before: 'scripts:env_test.Before' }]);
    await run();
    const origin = newest();
    expect((await bisect(origin, 'T')).stderr).toContain('the hook scripts:env_test.Before runs before the case');
    workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.mjs', repeatable: true } } });
    expect((await bisect(origin, 'T', '--budget', '2')).code).toBe(0);
  });
});
