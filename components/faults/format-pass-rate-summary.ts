import type { RunListItem } from '@/lib/queries';
import { formatPercent } from '@/runner/format';
import { computeAgentOnlyRate } from '@/runner/verdict';

/**
 * Describes the pass rate of a run, for example `50%`. If the rate without failures outside the agent differs, it is
 * added: `50%, 67% agent only`. Undefined if no attempt has a verdict.
 */
export function formatPassRateSummary({ passRate, counts, faults = {} }: RunListItem): string | undefined {
  if (passRate === null) return undefined;
  const rate = computeAgentOnlyRate(counts, faults)?.rate;
  return `${formatPercent(passRate)}${typeof rate === 'number' ? `, ${formatPercent(rate)} agent only` : ''}`;
}
