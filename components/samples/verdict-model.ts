import type { AnswerSample, MetricResult, Score } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';

/**
 * The verdicts of one metric on the answers of a case. `result` is their mean; it is undefined until the case has
 * ended.
 */
export type VerdictGroup = {
  position: number;
  metric: string;
  result: MetricResult | undefined;
  /** `pairs` are verdicts that compare two answers; `singles` compare an answer with the expected one. */
  pairs: Score[];
  singles: Score[];
};

/** Groups the verdicts by metric, in the order of the metrics. Within a group, they are in the order of the answers. */
export function groupVerdictsByMetric({ scores, result }: Pick<AttemptState, 'scores' | 'result'>): VerdictGroup[] {
  const positions = [...new Set(scores.map(({ position }) => position))].sort((left, right) => left - right);
  return positions.map((position) => {
    const verdicts = scores.filter((score) => score.position === position).sort(compareVerdictsBySamples);
    return {
      position,
      metric: verdicts[0]?.metric ?? '',
      result: result?.metrics?.[position],
      pairs: verdicts.filter(isPairVerdict),
      singles: verdicts.filter((score) => !isPairVerdict(score)),
    };
  });
}

/** Returns the answers sorted by label, because they may arrive in another order. */
export function sortSamples(samples: readonly AnswerSample[]): AnswerSample[] {
  return [...samples].sort((left, right) => compareLabels(left.label, right.label));
}

export function compareLabels(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/**
 * Returns the key of a verdict in URLs. For example, `0:1~2` is the verdict of the first metric on the answers 1 and 2.
 */
export function verdictUrlKey({ position, samples = [] }: Pick<Score, 'position' | 'samples'>): string {
  return `${position}:${samples.join('~')}`;
}

/** Returns the URL keys of all verdicts of an attempt, in navigation order. */
export function listVerdictUrlKeys(attempt: AttemptState): string[] {
  return groupVerdictsByMetric(attempt).flatMap(({ pairs, singles }) => [...pairs, ...singles].map(verdictUrlKey));
}

/** Returns the verdict that the URL selects. */
export function findPickedVerdict(scores: readonly Score[], pick: string | null): Score | undefined {
  return pick === null ? undefined : scores.find((score) => verdictUrlKey(score) === pick);
}

/**
 * Returns the verdict to show by default: the first one that did not pass, otherwise the first one. Undefined until the
 * attempt has ended.
 */
export function findDecisiveVerdict(attempt: AttemptState): Score | undefined {
  if (attempt.result === undefined) return undefined;
  const all = groupVerdictsByMetric(attempt).flatMap(({ pairs, singles }) => [...pairs, ...singles]);
  return all.find(({ passed }) => !passed) ?? all[0];
}

/** Returns the verdicts about an answer. */
export function verdictsOfSample(scores: readonly Score[], label: string): Score[] {
  return scores.filter(({ samples }) => samples?.includes(label) === true).sort(compareVerdictsBySamples);
}

export function isPairVerdict({ samples }: Pick<Score, 'samples'>): boolean {
  return samples?.length === 2;
}

function compareVerdictsBySamples(left: Score, right: Score): number {
  if (left.position !== right.position) return left.position - right.position;
  const [a = '', b = ''] = left.samples ?? [];
  const [thirdLabel = '', fourthLabel = ''] = right.samples ?? [];
  return compareLabels(a, thirdLabel) || compareLabels(b, fourthLabel);
}
