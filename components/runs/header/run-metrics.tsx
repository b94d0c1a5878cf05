import { type MetricKind, metricKinds } from '@/runner/contract';
import { formatExactPercent } from '@/runner/format';
import { type MeasuredMetric, metricTitleByKind } from '@/runner/verdict';

/** Shows the mean of each kind of metric that was measured; on hover, also the single metrics. */
export function RunMetrics({ measuredMetrics }: { measuredMetrics: readonly MeasuredMetric[] }) {
  return metricKinds.map((kind) => (
    <RunMetricMean
      key={kind}
      kind={kind}
      measuredMetrics={measuredMetrics.filter((entry) => entry.kind === kind && entry.score !== null)}
    />
  ));
}

function RunMetricMean({ kind, measuredMetrics }: { kind: MetricKind; measuredMetrics: readonly MeasuredMetric[] }) {
  if (measuredMetrics.length === 0) return null;
  const scores = measuredMetrics.map(({ score }) => score ?? 0);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (
    <span
      title={measuredMetrics.length === 1 ? undefined : scores.map(formatExactPercent).join(', ')}
      className="text-ink-faint tabular-nums"
    >
      {metricTitleByKind[kind]} <span className="font-semibold text-ink">{formatExactPercent(mean)}</span>
      {measuredMetrics.length > 1 && ` over ${measuredMetrics.length} tests`}
    </span>
  );
}
