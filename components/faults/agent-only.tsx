import type { Counts } from '@/runner/contract';
import type { FaultCounts } from '@/runner/fold';
import { percent } from '@/runner/format';
import { agentOnlyRate, bothRatesWords } from '@/runner/verdict';

/** The pass rate without what others are to blame for, where that is another one. */
export function AgentOnly({ counts, faults }: { counts: Counts; faults: FaultCounts }) {
  const found = agentOnlyRate(counts, faults);
  if (found === undefined) return null;
  return (
    <span className="text-ink-soft text-xs tabular-nums" title={bothRatesWords(counts, faults)}>
      {found.rate === null
        ? 'says nothing of the agent'
        : `${percent(found.rate)} agent only (${found.passed} of ${found.judged})`}
    </span>
  );
}
