import type { ConsistencyCase } from '../../contract/index.ts';

/**
 * The number of sequential calls in a consistency case: its questions, then the verdicts on the answers. A timeout
 * applies to one call, so an attempt gets this many times as long.
 */
export function countSequentialCalls({ samples, concurrency, pairing, expected, metrics }: ConsistencyCase): number {
  const pairs = pairing === 'all' && expected === undefined ? (samples * (samples - 1)) / 2 : samples;
  const judgedMetricCount = metrics.filter(({ type }) => type !== 'context_recall').length;
  return Math.ceil(samples / concurrency) + judgedMetricCount * Math.max(1, Math.ceil(pairs / concurrency));
}
