import type { RunListItem } from '@/lib/queries';
import { formatPercent } from '@/runner/format';
import { computeAgentOnlyRate } from '@/runner/verdict';

/**
 * Describes the pass rate of a run, for example `50%`, or `50%, 67% agent only` if the rates differ. Undefined if the
 * run judged nothing.
 */
export function formatPassRateSummary({ passRate, counts, faults = {} }: RunListItem): string | undefined {
  if (passRate === null) return undefined;
  const rate = computeAgentOnlyRate(counts, faults)?.rate;
  return `${formatPercent(passRate)}${typeof rate === 'number' ? `, ${formatPercent(rate)} agent only` : ''}`;
}
