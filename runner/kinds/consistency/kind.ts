import type { RunKind } from '../../ports/index.ts';
import { asReadCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { measuresReport } from '../report/report-measures.ts';
import { atOnce } from './at-once.ts';
import { callRounds } from './call-rounds.ts';
import { executeConsistency } from './execute.ts';

/** One question asked several times; judges compare the answers. */
export const consistencyKind: RunKind<'consistency'> = {
  execute: executeConsistency,
  announce: ({ test, samples }) => ({ test, samples }),
  facts: ({ test }) => ({ test }),
  expected: ({ expected }) => (expected === undefined ? {} : { expected }),
  asks: ({ metrics }, target) => [
    target,
    ...metrics.flatMap((metric) => (metric.type === 'context_recall' ? [] : [{ id: metric.judge }])),
  ],
  authored: asReadCase,
  report: (result) => reportAttempt(result, measuresReport(result)),
  callRounds,
  atOnce,
};
