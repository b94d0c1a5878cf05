import { expect, it } from 'vitest';
import type { CaseResult, RunEventBody, RunOptions } from '../contract/index.ts';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { caseResult } from '../testing/finished-run.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';
import { createRemoteExecutor, otherUsage as usage } from '../testing/remote-executor.ts';

const caseIds = ['A', 'B', 'C', 'D'];

it.each<[string, Partial<RunOptions>, Partial<CaseResult>, string | undefined]>([
  ['the maximum cost is reached', { maxCost: 0.5 }, {}, 'max-cost'],
  ['it failed, and the first failure ends the run', { failFast: true }, { status: 'failed' }, 'fail-fast'],
  ['it failed, and failures end nothing', {}, { status: 'failed' }, undefined],
  ['it passed, and the first failure ends the run', { failFast: true }, {}, undefined],
  ['the maximum cost is not reached', { maxCost: 0.51 }, {}, undefined],
])('what other machines have not begun, when %s after an attempt: %j', async (_when, options, first, reason) => {
  const remoteExecutor = createRemoteExecutor(first);
  const plan = runPlan(
    caseIds.map((id) => standardCase({ id })),
    { options },
  );
  const { events, done } = recordRun(plan, [], {
    remoteExecutor,
    observers: [
      {
        name: 'releaser',
        // Released only now, too late for attempts that the first attempt has withdrawn.
        onEvent: ({ type }) => void (type === 'case.finished' && setImmediate(remoteExecutor.release)),
      },
    ],
  });
  await done;
  const others = listResultsInEvents(events).filter(({ id }) => id !== 'A');
  expect(others.map((result) => result.reason)).toEqual([reason, reason, reason]);
  expect(remoteExecutor.withdrawals > 0).toBe(reason !== undefined);
});

it('counts what an attempt has spent that was begun twice, in all its tries, before the run ends', async () => {
  const place = { suiteKey: 'suite', caseId: 'A', attempt: 1 };
  const tried: RunEventBody[] = [
    { type: 'case.repeated', ...place, result: caseResult({ id: 'A', usage }) },
    { type: 'case.finished', ...place, result: caseResult({ id: 'A', usage }) },
  ];
  const unpriced: RunEventBody[] = [{ type: 'case.finished', ...place, result: caseResult({ id: 'A' }) }];
  const remoteExecutor = createRemoteExecutor({}, [
    { worker: 'one', events: tried },
    { worker: 'two', events: unpriced },
    { worker: 'three', events: tried.slice(0, 1) },
  ]);
  const { events, done } = recordRun(runPlan([standardCase({ id: 'A' })]), [], { remoteExecutor });
  const state = await done;
  expect(events.slice(-3).map(({ type }) => type)).toEqual(['delivery.dropped', 'delivery.dropped', 'run.finished']);
  const twice = { ...usage.agent, inputTokens: 2, outputTokens: 2, calls: 2, cost: 1 };
  expect(state.begunTwice).toEqual({ attempts: 2, usage: { agent: twice } });
  expect(state.usage.agent).toMatchObject({ calls: 3, cost: 1.5 });
  expect(state.summary).toMatchObject({ usage: state.usage, begunTwice: state.begunTwice, counts: { passed: 1 } });
});
