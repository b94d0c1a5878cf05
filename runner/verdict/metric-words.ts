import type { Metric, MetricKind } from '../contract/index.ts';

/** Display names of metrics. */
export const metricWords: Readonly<Record<Metric['type'], string>> = {
  similarity: 'Similarity',
  correctness: 'Correctness',
  context_recall: 'Context recall',
};

/** Display names of metric kinds, for their means. */
export const metricKindWords: Readonly<Record<MetricKind, string>> = { accuracy: 'Accuracy', recall: 'Recall' };
