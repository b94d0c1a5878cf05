import type { Metric, MetricKind } from '../contract/index.ts';

/** What people call a metric of answers. */
export const metricWords: Readonly<Record<Metric['type'], string>> = {
  similarity: 'Similarity',
  correctness: 'Correctness',
  context_recall: 'Context recall',
};

/** What people call the mean of a kind of metric. */
export const metricKindWords: Readonly<Record<MetricKind, string>> = { accuracy: 'Accuracy', recall: 'Recall' };
