import { type AttemptRow, countStatuses, hasEnded } from '@/runner/fold';
import { formatPercent } from '@/runner/format';
import { computeWilsonInterval, countJudged } from '@/runner/verdict';

/**
 * Describes how often a case passed, and how conclusive that is for the number of attempts; undefined for a single
 * attempt.
 */
export function describeStability(attempts: readonly AttemptRow[]): string | undefined {
  const counts = countStatuses(attempts.map(({ status }) => status).filter(hasEnded));
  const judgedCount = countJudged(counts);
  if (judgedCount < 2) return undefined;
  const { passed } = counts;
  const { low, high } = computeWilsonInterval(passed, judgedCount);
  return `${passed} of ${judgedCount} attempts passed: with 95% confidence the case passes ${describePassRateRange({ passed, judged: judgedCount, low, high })} of the time`;
}

type PassCountRange = { passed: number; judged: number; low: number; high: number };

function describePassRateRange({ passed, judged, low, high }: PassCountRange): string {
  if (passed === judged) return `more than ${formatPercent(low)}`;
  if (passed === 0) return `less than ${formatPercent(high)}`;
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}
