import { type ConsistencyCase, type MetricResult, metricKindOf, type Score } from '../../contract/index.ts';

export type Measures = { metrics: MetricResult[]; score: number | null };

/** The mean of every metric of a case, and of those that are accuracy; null where there is nothing to take it of. */
export function measure({ metrics }: ConsistencyCase, scores: readonly Score[]): Measures {
  const results = metrics.map(({ type }, position): MetricResult => {
    const known = numbersIn(scores.filter((score) => score.position === position));
    return { type, kind: metricKindOf(type), score: meanOf(known), records: known.length };
  });
  return { metrics: results, score: meanOf(numbersIn(results.filter(({ kind }) => kind === 'accuracy'))) };
}

function numbersIn(parts: readonly { score: number | null }[]): number[] {
  return parts.flatMap(({ score }) => (score === null ? [] : [score]));
}

function meanOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
