import type { CaseTrend } from '@/lib/queries';
import { judgedOf } from './trend-words';

type Runs = CaseTrend['runs'];

export function ratesOf(runs: Runs): { passed: number; judged: number } {
  let passed = 0;
  let judged = 0;
  for (const { counts } of runs) {
    passed += counts.passed;
    judged += judgedOf(counts);
  }
  return { passed, judged };
}

/** Attempts that ended otherwise than the one before them. */
export function flipsOf(runs: Runs): number {
  const outcomes = runs.flatMap(({ attempts }) =>
    attempts.flatMap(({ status }) => (status === 'skipped' ? [] : status === 'passed')),
  );
  return outcomes.filter((outcome, place) => place > 0 && outcome !== outcomes[place - 1]).length;
}
