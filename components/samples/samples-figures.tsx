import { exactPercent } from '@/lib/format';
import type { AttemptState } from '@/runner/fold';
import { metricKindWords } from '@/runner/verdict';

/** Shows the measurements of an attempt, in the order of its metrics. */
export function SamplesFigures({ attempt: { result } }: { attempt: AttemptState }) {
  return result?.metrics?.map((metric, position) => (
    <span key={position} className="tabular-nums">
      <span className="text-ink-faint">{metricKindWords[metric.kind]} </span>
      <span className="font-semibold">{metric.score === null ? 'none' : exactPercent(metric.score)}</span>
    </span>
  ));
}
