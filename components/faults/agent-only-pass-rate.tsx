import type { Counts } from '@/runner/contract';
import type { FaultCounts } from '@/runner/fold';
import { formatPercent } from '@/runner/format';
import { computeAgentOnlyRate, formatBothRates } from '@/runner/verdict';

/**
 * Shows the pass rate of a run without the attempts that failed for reasons outside the agent, if it differs from the
 * overall pass rate.
 */
export function AgentOnlyPassRate({ counts, faults }: { counts: Counts; faults: FaultCounts }) {
  const rate = computeAgentOnlyRate(counts, faults);
  if (rate === undefined) return null;
  return (
    <span className="text-ink-soft text-xs tabular-nums" title={formatBothRates(counts, faults)}>
      {rate.rate === null
        ? 'every attempt had a failure outside the agent'
        : `${formatPercent(rate.rate)} agent only (${rate.passed} of ${rate.judged})`}
    </span>
  );
}
