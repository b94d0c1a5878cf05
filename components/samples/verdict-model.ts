import type { AnswerSample, MetricResult, Score } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';

/** The verdicts of one metric of a case, and the mean of them once the case has ended. */
export type VerdictGroup = {
  position: number;
  metric: string;
  result: MetricResult | undefined;
  /** `pairs` compare two answers; `singles` compare one with the expected answer. */
  pairs: Score[];
  singles: Score[];
};

/** Returns the verdicts by metric, in the order of the metrics and of the answers. */
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

/** Returns the name of a verdict in addresses: `0:1~2` is the first metric's verdict on the answers 1 and 2. */
export function verdictUrlKey({ position, samples = [] }: Pick<Score, 'position' | 'samples'>): string {
  return `${position}:${samples.join('~')}`;
}

/** Returns the URL keys of all verdicts of an attempt, in navigation order. */
export function listVerdictUrlKeys(attempt: AttemptState): string[] {
  return groupVerdictsByMetric(attempt).flatMap(({ pairs, singles }) => [...pairs, ...singles].map(verdictUrlKey));
}

/** Returns the verdict selected in the URL. */
export function findPickedVerdict(scores: readonly Score[], pick: string | null): Score | undefined {
  return pick === null ? undefined : scores.find((score) => verdictUrlKey(score) === pick);
}

/** Returns the verdict to show by default: the first that did not pass, once all have arrived. */
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
