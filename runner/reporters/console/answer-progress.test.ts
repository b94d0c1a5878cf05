import { expect, it } from 'vitest';
import { consistencyCase, runPlan } from '../../testing/case-factory.ts';
import { scriptedAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { createAnswerProgress } from './answer-progress.ts';

it('tells with every answer and verdict how far a case is, and in the end how many answers came', async () => {
  const agents = [scriptedAgent('echo', ['x', new Error('broken'), 'x']), scriptedAgent('judge', ['A', 'A'])];
  const { events, done } = recordRun(runPlan([consistencyCase({ samples: 3 })]), agents);
  await done;
  const progress = createAnswerProgress();
  expect([...new Set(events.flatMap((event) => progress.trackEvent(event) ?? []))]).toEqual([
    'test-1: 0 of 3 answers',
    'test-1: 1 of 3 answers',
    'test-1: 2 of 3 answers',
    'test-1: 3 of 3 answers',
    'test-1: 3 of 3 answers, 1 verdict',
    'test-1: 3 of 3 answers, 2 verdicts',
  ]);
  expect(progress.rate()).toEqual({ asked: 3, answered: 2 });
});
