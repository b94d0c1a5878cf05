import { expect, it } from 'vitest';
import type { CaseResult, RunEventBody, RunOptions } from '../contract/index.ts';
import type { AttemptOrder, AttemptsElsewhere } from '../ports/index.ts';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { caseResult } from '../testing/finished-run.ts';
import { recordRun, resultsIn } from '../testing/record-run.ts';

const usage = { agent: { inputTokens: 1, outputTokens: 1, calls: 1, retries: 0, cost: 0.5 } };
const ids = ['A', 'B', 'C', 'D'];

/** Answers the first attempt at once, and the others when it is told to, unless they are withdrawn before. */
function otherMachines(first: Partial<CaseResult>): AttemptsElsewhere & { release: () => void; withdrawals: number } {
  const released = Promise.withResolvers<'released' | 'withdrawn'>();
  return {
    atOnce: ids.length,
    withdrawals: 0,
    async execute({ planned, attempt }: AttemptOrder): Promise<RunEventBody[] | undefined> {
      const { id } = planned.case;
      if (id !== 'A' && (await released.promise) === 'withdrawn') return undefined;
      const result = caseResult({ id, attempt, ...(id === 'A' ? { usage, ...first } : {}) });
      return [{ type: 'case.finished', suiteKey: planned.suiteKey, caseId: id, attempt, result }];
    },
    withdraw() {
      this.withdrawals += 1;
      released.resolve('withdrawn');
    },
    release: () => released.resolve('released'),
  };
}

it.each<[string, Partial<RunOptions>, Partial<CaseResult>, string | undefined]>([
  ['the maximum cost is reached', { maxCost: 0.5 }, {}, 'max-cost'],
  ['it failed, and the first failure ends the run', { failFast: true }, { status: 'failed' }, 'fail-fast'],
  ['it failed, and failures end nothing', {}, { status: 'failed' }, undefined],
  ['it passed, and the first failure ends the run', { failFast: true }, {}, undefined],
  ['the maximum cost is not reached', { maxCost: 0.51 }, {}, undefined],
])('what other machines have not begun, when %s after an attempt: %j', async (_when, options, first, reason) => {
  const elsewhere = otherMachines(first);
  const plan = runPlan(
    ids.map((id) => standardCase({ id })),
    { options },
  );
  const { events, done } = recordRun(plan, [], {
    elsewhere,
    observers: [
      {
        name: 'releaser',
        // Too late where the first attempt had them withdrawn.
        onEvent: ({ type }) => void (type === 'case.finished' && setImmediate(elsewhere.release)),
      },
    ],
  });
  await done;
  const others = resultsIn(events).filter(({ id }) => id !== 'A');
  expect(others.map((result) => result.reason)).toEqual([reason, reason, reason]);
  expect(elsewhere.withdrawals > 0).toBe(reason !== undefined);
});
