import { expect, it } from 'vitest';
import type { RunEventBody } from '../contract/index.ts';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { caseResult } from '../testing/finished-run.ts';
import { recordRun } from '../testing/record-run.ts';
import { createRemoteExecutor, otherUsage } from '../testing/remote-executor.ts';
import { createAttemptEventFinder, getRunState, listRuns, readCaseSpending, readRunSpending } from './index.ts';
import { temporaryHistories, writeEvents } from './testing/temporary-histories.ts';

const freshHistory = temporaryHistories();

it('counts what an attempt spent that was begun twice, in every total of the run', async () => {
  const database = freshHistory();
  const plan = runPlan([standardCase({ id: 'A' })], { runId: 'run-1' });
  const [{ suiteKey, case: testCase } = { suiteKey: '', case: standardCase() }] = plan.cases;
  const attemptId = { suiteKey, caseId: 'A', attempt: 1 };
  const events: RunEventBody[] = [
    { type: 'case.finished', ...attemptId, result: caseResult({ id: 'A', usage: otherUsage }) },
  ];
  const remoteExecutor = createRemoteExecutor({}, [{ worker: 'one', events }]);
  const run = recordRun(plan, [], { remoteExecutor });
  const state = await run.done;
  await writeEvents(database, run.events);
  expect(state.usage.agent).toMatchObject({ calls: 2, cost: 1 });
  expect(getRunState(database, 'run-1')).toMatchObject({ usage: state.usage, begunTwice: state.begunTwice });
  expect(listRuns(database, { limit: 1 })).toMatchObject([{ cost: { amount: 1, isPartlyKnown: false } }]);
  expect(readRunSpending(database, 'run-1').total.agent?.usage).toMatchObject({ calls: 2, cost: 1 });
  expect(readCaseSpending(database, 'run-1', attemptId)).toMatchObject([
    { turn: 0, spent: { agent: { usage: { cost: 1 } } } },
  ]);
  // A resumed run must reuse the attempt that counts, not the discarded copy.
  const earlier = createAttemptEventFinder(database, 'run-1')({ ...attemptId, caseHash: testCase.hash });
  expect(earlier?.map(({ type }) => type)).toEqual(['case.finished']);
});
