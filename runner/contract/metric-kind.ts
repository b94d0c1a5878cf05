export const metricTypes = ['similarity', 'correctness', 'context_recall'] as const;
type MetricType = (typeof metricTypes)[number];

export const metricKinds = ['accuracy', 'recall'] as const;
/** The kinds of metrics. `recall` is not part of the accuracy, so it is never compared with a threshold. */
export type MetricKind = (typeof metricKinds)[number];

export function metricKindOfType(type: MetricType): MetricKind {
  return type === 'context_recall' ? 'recall' : 'accuracy';
}
