import type { Score } from '@/runner/contract';
import { metricTitleByType, type StatusName } from '@/runner/verdict';

/** The titles of the built-in metrics. Other scorers are shown by their own name. */
const metricTitles: Readonly<Record<string, string>> = metricTitleByType;

export function metricTitle(metric: string): string {
  return metricTitles[metric] ?? metric;
}

/** Returns the status with which a verdict is shown. A choice with a partial score is shown as partly right. */
export function toVerdictStatus({ score, passed, error, choice, notScorable }: Verdict): StatusName {
  if (notScorable === true) return 'skipped';
  if (score === null || error !== undefined) return 'error';
  if (passed) return 'passed';
  return choice !== undefined && score > 0 ? 'partly' : 'failed';
}

type Verdict = Pick<Score, 'score' | 'passed' | 'error' | 'choice' | 'notScorable'>;

/** Describes which answers a verdict is about, such as `Answers 1 and 2`. */
export function describeVerdictSubject({ samples = [], metric }: Pick<Score, 'samples' | 'metric'>): string {
  const [left, right] = samples;
  if (left === undefined) return 'The case';
  if (right !== undefined)
    return left === right ? `Answer ${left} compared with itself` : `Answers ${left} and ${right}`;
  return metric === 'context_recall'
    ? `Context retrieved for answer ${left}`
    : `Answer ${left} compared with the expected one`;
}
