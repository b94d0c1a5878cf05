import type { ConsistencyCase } from '../../contract/index.ts';

/**
 * Returns the number of calls of a consistency case that run one after the other: its questions, then the judge calls.
 * The timeout applies to a single call, so the time limit of an attempt is the timeout multiplied by this number.
 */
export function countSequentialCalls({ samples, concurrency, pairing, expected, metrics }: ConsistencyCase): number {
  const pairs = pairing === 'all' && expected === undefined ? (samples * (samples - 1)) / 2 : samples;
  const judgedMetricCount = metrics.filter(({ type }) => type !== 'context_recall').length;
  return Math.ceil(samples / concurrency) + judgedMetricCount * Math.max(1, Math.ceil(pairs / concurrency));
}
