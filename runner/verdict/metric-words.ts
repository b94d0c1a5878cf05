import type { Metric, MetricKind } from '../contract/index.ts';

/** Display names of metrics. */
export const metricTitleByType: Readonly<Record<Metric['type'], string>> = {
  similarity: 'Similarity',
  correctness: 'Correctness',
  context_recall: 'Context recall',
};

/** Display names of kinds of metrics, for the means over the metrics of a kind. */
export const metricTitleByKind: Readonly<Record<MetricKind, string>> = { accuracy: 'Accuracy', recall: 'Recall' };
