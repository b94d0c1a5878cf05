import { TextLink } from '@/components/ui/links';
import { TimeAgo } from '@/components/ui/time-ago';
import type { CaseHistory } from '@/lib/queries';
import { formatAgentName, formatCountWithNoun } from '@/runner/format';
import type { HistoryMetric } from './history-metric';

type CaseHistoryPoint = CaseHistory['points'][number];
type Props = {
  points: readonly CaseHistoryPoint[];
  runId: string;
  metric: HistoryMetric;
  withSuite: boolean;
  hrefOf: (point: CaseHistoryPoint) => string;
};

/** A table of the runs that judged a case, newest first, with figures and links. */
export function HistoryTable({ points, runId, metric, withSuite, hrefOf }: Props) {
  return (
    <table className="w-full text-left text-xs tabular-nums">
      <caption className="sr-only">{metric.title} run by run, newest first</caption>
      <thead className="text-2xs text-ink-faint">
        <tr>
          <th className="py-1 font-normal">Run</th>
          <th className="py-1 text-right font-normal">This case</th>
          {withSuite && <th className="py-1 text-right font-normal">Suite</th>}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.runId} className="border-t align-top">
            <td className="min-w-0 py-1.5 pr-2">
              <TextLink href={hrefOf(point)} aria-current={point.runId === runId ? 'page' : undefined}>
                <TimeAgo time={point.startedAt} />
              </TextLink>
              {point.runId === runId && <span className="text-ink-faint"> · this run</span>}
              <span className="block break-words text-2xs text-ink-faint">{formatAgentName(point)}</span>
            </td>
            <td className="py-1.5 text-right font-medium">{formatMetricValue(point.caseScore, metric)}</td>
            {withSuite && (
              <td className="py-1.5 pl-2 text-right">
                {formatMetricValue(point.suiteScore, metric)}
                <span className="block text-2xs text-ink-faint">{formatCountWithNoun(point.suiteCases, 'case')}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function formatMetricValue(value: number | null, { format }: HistoryMetric): string {
  return value === null ? 'none' : format(value);
}
