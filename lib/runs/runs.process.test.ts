import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../runner/contract/index.ts';
import { closeDatabase, database } from '../../runner/history/db/index.ts';
import { getRun, getRunState, listRuns } from '../../runner/history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../../runner/testing/echo-workspace.ts';
import { startCli } from '../../runner/testing/run-cli.ts';
import { parseStreamEvents } from '../testing/event-streams.ts';
import { getSharedRunLogFollower } from '../watch/index.ts';
import { cancelRun, startRun } from './index.ts';
import { createRepeatRunRequest } from './start-run-request.ts';

const suiteKey = 'assistants/echo/tests/cases.jsonl';
const hangingKey = 'assistants/echo/tests/hanging.jsonl';
let workspace: EchoWorkspace;

beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write(suiteKey, [
    { id: 'A', input: 'a' },
    { id: 'B', input: 'b' },
  ]);
  workspace.write(hangingKey, [
    { id: 'quick', input: 'q' },
    { id: 'hang', input: 'hang' },
  ]);
  process.env.TURNTREE_WORKSPACE = workspace.root;
  process.env.TURNTREE_DB = path.join(workspace.root, '.runner', 'history.db');
});
afterAll(() => {
  closeDatabase();
  workspace.remove();
});

async function follow(runId: string, afterSeq: number, until: (event: RunEvent) => boolean): Promise<RunEvent[]> {
  const controller = new AbortController();
  const events: RunEvent[] = [];
  for await (const chunk of getSharedRunLogFollower().follow({ runId, afterSeq }, controller.signal)) {
    const batch = parseStreamEvents(chunk);
    events.push(...batch);
    if (batch.some(until)) controller.abort();
  }
  return events;
}

const neverStops = (): boolean => false;

async function start(request: Partial<Parameters<typeof startRun>[0]>): Promise<string> {
  const answer = await startRun({ suites: [suiteKey], attempts: 1, parallel: 1, ...request });
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  return answer.runId;
}

describe('a run that the dashboard starts', () => {
  it('is in the history as soon as it is answered, and can be followed to its end', async () => {
    const runId = await start({ attempts: 2, parallel: 2 });
    expect(getRun(database(), runId)).toMatchObject({ suiteKey, agentId: 'echo', attempts: 2 });
    const events = await follow(runId, 0, neverStops);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, position) => position + 1));
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'passed' });
    expect(getRunState(database(), runId)?.counts.passed).toBe(4);
  });

  it('runs only the cases asked for, and leaves no report file behind', async () => {
    const runId = await start({ cases: ['B'] });
    await follow(runId, 0, neverStops);
    expect(getRunState(database(), runId)?.rows.map((row) => row.id)).toEqual(['B']);
    const files = readdirSync(path.join(workspace.root, 'assistants/echo/tests'));
    expect(files.filter((file) => file.startsWith('output-'))).toEqual([]);
  });

  it('is refused in the words of the runner when it cannot start', async () => {
    workspace.write('assistants/echo/tests/bad.jsonl', '{"id": 1}\n');
    const answer = await startRun({ suites: ['assistants/echo/tests/bad.jsonl'], attempts: 1, parallel: 1 });
    expect(answer.ok ? [] : answer.problems.join('\n')).toMatch(/bad\.jsonl:1:\d+: /);
    const unknown = await startRun({ suites: [suiteKey], agentId: 'ecko', attempts: 1, parallel: 1 });
    expect(unknown.ok ? [] : unknown.problems.join('\n')).toContain('did you mean "echo"?');
  });

  it('runs the rows of a table that are for one scorer, or all of them', async () => {
    const header =
      'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,ground_truth';
    workspace.write('rows.csv', `${header}\nexact,one,,a,a,1,1,a\ncontains,one,,a,a,1,1,a\n`);
    const runSuites = async (...suites: string[]) => {
      const runId = await start({ suites });
      await follow(runId, 0, neverStops);
      return getRunState(database(), runId)?.suites.map(({ key }) => key);
    };
    expect(await runSuites('rows.csv#contains')).toEqual(['rows.csv#contains']);
    expect(await runSuites('rows.csv#exact', 'rows.csv#contains')).toEqual(['rows.csv#exact', 'rows.csv#contains']);
    expect(await runSuites('rows.csv')).toEqual(['rows.csv#exact', 'rows.csv#contains']);
    expect(await runSuites('rows.csv#contains', suiteKey)).toEqual(['rows.csv#contains', suiteKey]);
  });

  it('does not record again what a run recorded that it repeats', () => {
    const options = { input: suiteKey, agent: 'echo', attempts: 2, parallel: 1, timeoutMs: 1, failFast: false };
    expect(createRepeatRunRequest({ ...options, cassette: 'record' }, [suiteKey], ['A']).cassette).toBeUndefined();
    expect(createRepeatRunRequest({ ...options, cassette: 'strict' }, [suiteKey], ['A'])).toHaveProperty(
      'cassette',
      'strict',
    );
  });

  it('runs several suites as one', async () => {
    workspace.write('assistants/echo/tests/more.jsonl', [{ id: 'more', input: 'm' }]);
    const suites = [suiteKey, 'assistants/echo/tests/more.jsonl'];
    const runId = await start({ suites });
    await follow(runId, 0, neverStops);
    expect(getRunState(database(), runId)?.suites.map(({ key }) => key)).toEqual(suites);
    expect(getRun(database(), runId)).toMatchObject({ suiteKey: suites.join(' ') });
  });

  it('has the hooks and the context of the run that it repeats', async () => {
    workspace.write('assistants/echo/src/env_test.ts', 'function Open() {}\nfunction Close() {}');
    workspace.write('ctx.json', { authorized: { user_id: 'ann' } });
    const surroundings = { before: 'env_test.Open', after: 'env_test.Close', context: 'ctx.json' };
    const runId = await start(surroundings);
    const events = await follow(runId, 0, neverStops);
    const hooks = events.flatMap((event) => (event.type === 'hook.finished' ? [`${event.scope} ${event.phase}`] : []));
    expect(hooks).toEqual(['run before', 'run after']);
    const state = getRunState(database(), runId);
    expect(state?.environment?.userId).toBe('ann');
    expect(state?.options).toMatchObject(surroundings);
  });

  it('can be a script with tests', async () => {
    workspace.write('scripts/all_test.ts', 'function TestIt(t) { t.assert.True(true); }');
    const runId = await start({ suites: ['scripts/all_test.ts'] });
    await follow(runId, 0, neverStops);
    expect(getRunState(database(), runId)?.rows).toMatchObject([{ id: 'TestIt', kind: 'script' }]);
  });

  it.each(['message', 'message hi', 'assistants', 'agents:scribe', 'assistants/echo/tests/case.jsonl'])(
    'is never anything but a file: %s',
    async (name) => {
      await expect(start({ suites: [name], agentId: 'echo' })).rejects.toThrow(name);
    },
  );

  it('is a file of the workspace also when it is called like something else', async () => {
    workspace.write('@a.jsonl', [{ id: 'own', input: 'a' }]);
    workspace.write('a.jsonl', [{ id: 'other', input: 'a' }]);
    const runId = await start({ suites: ['@a.jsonl'], agentId: 'echo' });
    await follow(runId, 0, neverStops);
    expect(getRunState(database(), runId)?.rows.map(({ id }) => id)).toEqual(['own']);
  });

  it('is never a file outside the workspace, nor a link that may lead there', async () => {
    symlinkSync(path.join(workspace.root, suiteKey), path.join(workspace.root, 'link.jsonl'));
    await expect(start({ suites: ['link.jsonl'] })).rejects.toThrow(/link/);
    await expect(start({ context: '../ctx.json' })).rejects.toThrow(/outside/);
    await expect(startRun({ suites: ['../elsewhere.jsonl'], attempts: 1, parallel: 1 })).rejects.toThrow(/outside/);
  });

  it('stops when it is cancelled, and says so in its log', async () => {
    const runId = await start({ suites: [hangingKey] });
    await follow(runId, 0, (event) => event.type === 'phase.started' && event.caseId === 'hang');
    expect(cancelRun(runId)).toBe('signalled');
    const laterEvents = await follow(runId, 0, neverStops);
    expect(laterEvents.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' });
    expect(cancelRun(runId)).toBe('not_running');
    expect(() => cancelRun('nobody')).toThrow('There is no run nobody in this history.');
  });
});

describe('a run that is followed', () => {
  it('resumes behind the last event seen, without gap or repetition', async () => {
    const runId = await start({ suites: [hangingKey] });
    const first = await follow(runId, 0, (event) => event.type === 'case.finished');
    const lastSeq = first.at(-1)?.seq ?? 0;
    cancelRun(runId);
    const second = await follow(runId, lastSeq, neverStops);
    expect([...first, ...second].map((event) => event.seq)).toEqual(
      Array.from({ length: lastSeq + second.length }, (_, position) => position + 1),
    );
  });

  it('follows a run of a terminal, and closes it when its process is killed', async () => {
    const cli = startCli(['test', hangingKey, '--no-output'], { cwd: workspace.root });
    await cli.printed((text) => text.includes('[quick]'));
    const running = () => listRuns(database(), { limit: 1, text: 'running' })[0];
    await expect.poll(() => running()?.counts.passed).toBe(1);
    const runId = running()?.runId ?? '';
    cli.child.kill('SIGKILL');
    await cli.done;
    const events = await follow(runId, 0, neverStops);
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'interrupted' });
  });

  it('ends at once for a run that is over, and for one that never was', async () => {
    const runId = await start({});
    const events = await follow(runId, 0, neverStops);
    expect(await follow(runId, events.at(-1)?.seq ?? 0, neverStops)).toEqual([]);
    expect(await follow('nobody', 0, neverStops)).toEqual([]);
  });
});
