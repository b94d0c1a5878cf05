import { expect, it } from 'vitest';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { echoAgent } from '../testing/fake-agents.ts';
import { recordRun } from '../testing/record-run.ts';
import { foldRun } from './fold-run.ts';
import { createTotalsFold } from './fold-totals.ts';
import { emptyRunState } from './run-state.ts';

it('a fold of totals comes to what a fold of the run comes to, but for the rows', async () => {
  const { events, done } = recordRun(runPlan([standardCase({ id: 'one' }), standardCase({ id: 'two' })]), [
    echoAgent(),
  ]);
  await done;
  const fold = createTotalsFold('run-1');
  for (const event of events) fold.apply(event);
  const wholeState = foldRun(emptyRunState('run-1'), events);
  expect(wholeState.rows).toHaveLength(2);
  expect(wholeState.counts.passed).toBe(2);
  expect(fold.state()).toEqual({ ...wholeState, rows: [] });
});
