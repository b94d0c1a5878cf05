import type { CaseKind } from '@/runner/contract';
import { formatExactPercent, formatScoreOrDash } from '@/runner/format';

/** A figure that is shown over time: a share from 0 to 1, or a score, which may be any number. */
export type HistoryMetric = { title: string; scale: 'share' | 'score'; format: (value: number) => string };

const passRateMetric: HistoryMetric = { title: 'Pass rate', scale: 'share', format: formatExactPercent };
const metricsByKind: Readonly<Record<CaseKind, HistoryMetric>> = {
  standard: passRateMetric,
  dynamic: passRateMetric,
  script: passRateMetric,
  consistency: { title: 'Accuracy', scale: 'share', format: formatExactPercent },
  experiment: { title: 'Score', scale: 'score', format: formatScoreOrDash },
};

export function metricForCaseKind(kind: CaseKind): HistoryMetric {
  return metricsByKind[kind];
}
