import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../contract/index.ts';
import type { HookCall } from '../ports/index.ts';
import { plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { answeringAgent, echoAgent } from '../testing/fake-agents.ts';
import { listResultsInEvents, type RecordedRun, recordRun } from '../testing/record-run.ts';
import type { Json } from '../values/index.ts';

const bothHooks = { before: 'env_test.BeforeAll', after: 'env_test.AfterAll' };

type HookAnswers = Partial<Record<HookCall['phase'], (call: HookCall, signal: AbortSignal) => Promise<Json>>>;

function recordHookRun(options: Partial<RunOptions>, answers: HookAnswers = {}, agent = echoAgent()) {
  const calls: HookCall[] = [];
  const cases = [
    plannedCase(standardCase({ id: 'A', input: 'Hi', timeoutMs: 5_000 }), { agentId: agent.id, timeoutMs: 5_000 }),
    plannedCase(standardCase({ id: 'B' }), { agentId: agent.id, skipReason: 'skip' }),
    plannedCase(standardCase({ id: 'C', input: 'Yo', expected: 'no' }), { agentId: agent.id }),
  ];
  const run = recordRun(runPlan(cases, { options }), [agent], {
    scripts: {
      runHook: async (call, signal) => {
        calls.push(call);
        return (await answers[call.phase]?.(call, signal)) ?? null;
      },
      runFunction: () => Promise.reject(new Error('no functions')),
      runTest: () => Promise.reject(new Error('no tests')),
      runMock: () => Promise.reject(new Error('no mocks')),
    },
  });
  return { ...run, calls };
}

function listHookEvents({ events }: RecordedRun) {
  return events.flatMap((event) => (event.type === 'hook.finished' ? [event] : []));
}

describe('hooks of a run', () => {
  it('are called around all cases, with all of them, all results, and the data of the first', async () => {
    const run = recordHookRun(bothHooks, { before: async () => ({ database: 'test' }) });
    const state = await run.done;
    expect(state).toMatchObject({ status: 'failed', reason: '1 failed' });
    const context = { locale: 'en-us', authorized: { user_id: 'test-user', team_id: 'test-team' }, metadata: {} };
    expect(run.calls).toMatchObject([
      {
        scope: 'run',
        phase: 'before',
        baseDir: 'tests',
        agentId: 'echo',
        arguments: [
          context,
          [{ id: 'A', input: 'Hi', timeout: '5s' }, { id: 'B' }, { id: 'C', input: 'Yo', expected: 'no' }],
        ],
      },
      {
        scope: 'run',
        phase: 'after',
        arguments: [
          context,
          [
            { id: 'A', status: 'passed', input: 'Hi', output: 'Hi', duration_ms: 0 },
            { id: 'B', status: 'skipped' },
            { id: 'C', status: 'failed', expected: 'no', assertions: [{ type: 'equals', status: 'failed' }] },
          ],
          { database: 'test' },
        ],
      },
    ]);
    const types = run.events.map(({ type }) => type);
    expect([types[0], types[1], types.at(-2), types.at(-1)]).toEqual([
      'run.started',
      'hook.finished',
      'hook.finished',
      'run.finished',
    ]);
  });

  it('hand over the results in the order of the cases, however they finish', async () => {
    const run = recordHookRun({ ...bothHooks, parallel: 3, attempts: 2 });
    await run.done;
    const [, results] = run.calls[1]?.arguments ?? [];
    expect(Array.isArray(results) && results.map((result) => JSON.stringify(result).slice(0, 9))).toEqual(
      ['A', 'A', 'B', 'B', 'C', 'C'].map((id) => `{"id":"${id}"`),
    );
  });

  it('end the run when the first fails: nothing is asked, nothing is torn down', async () => {
    const run = recordHookRun(bothHooks, { before: () => Promise.reject(new Error('no database')) });
    const state = await run.done;
    expect(state).toMatchObject({ status: 'failed', exitCode: 1, reason: 'the BeforeAll hook failed: no database' });
    expect(listResultsInEvents(run.events).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'the BeforeAll hook failed: no database'],
      ['skipped', 'skip'],
      ['skipped', 'the BeforeAll hook failed: no database'],
    ]);
    expect(listHookEvents(run)).toMatchObject([{ scope: 'run', phase: 'before', error: 'no database' }]);
    expect(run.events.at(-1)?.type).toBe('run.finished');
  });

  it('tell of a first one that failed with the exit code of broken machinery when asked to', async () => {
    const run = recordHookRun(
      { ...bothHooks, exitCodes: 'detailed' },
      { before: () => Promise.reject(new Error('no database')) },
    );
    expect(await run.done).toMatchObject({ exitCode: 3 });
  });

  it('make a warning of a last one that fails', async () => {
    const run = recordHookRun(
      { after: bothHooks.after, pattern: 'A' },
      { after: () => Promise.reject(new Error('still open')) },
    );
    const state = await run.done;
    expect(state.warnings).toEqual(['the AfterAll hook failed: still open']);
    expect(state.reason).toBe('1 failed');
    expect(run.calls).toHaveLength(1);
  });

  it('stop a hook that takes longer than an attempt may', async () => {
    const run = recordHookRun({ ...bothHooks, timeoutMs: 50 }, { before: () => new Promise<Json>(() => undefined) });
    await run.clock.advance(50);
    expect(await run.done).toMatchObject({
      reason: 'the BeforeAll hook failed: timeout after 50ms: waiting for the hook',
    });
  });

  it('tear down after a cancel, on a signal that is not aborted', async () => {
    const aborted: boolean[] = [];
    const after = async (_call: HookCall, signal: AbortSignal) => {
      aborted.push(signal.aborted);
      return null;
    };
    const agent = answeringAgent('stopper', () => {
      run.controller.abort();
      return new Promise<string>(() => undefined);
    });
    const run = recordHookRun(bothHooks, { after }, agent);
    expect(await run.done).toMatchObject({ status: 'cancelled' });
    expect(aborted).toEqual([false]);
  });

  it('tear nothing down when the cancel comes while setting up', async () => {
    const run = recordHookRun(bothHooks, { before: () => new Promise<Json>(() => undefined) });
    run.controller.abort();
    expect(await run.done).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    expect(run.calls.map(({ phase }) => phase)).toEqual(['before']);
  });
});
