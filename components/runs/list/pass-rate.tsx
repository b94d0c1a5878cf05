import { AgentOnlyPassRate } from '@/components/faults/agent-only-pass-rate';
import type { Counts } from '@/runner/contract';
import type { FaultCounts, RunStatus } from '@/runner/fold';
import { formatPercent } from '@/runner/format';
import { computePassRate, countJudged } from '@/runner/verdict';
import { OutcomeBar } from '../outcome-bar';

type Props = { counts: Counts; faults?: FaultCounts | undefined; attempts: number; status: RunStatus };

/** Shows the pass rate with the counts from which it is computed. */
export function PassRate({ counts, faults = {}, attempts, status }: Props) {
  const rate = computePassRate(counts);
  const judgedCount = countJudged(counts);
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-baseline gap-2 whitespace-nowrap tabular-nums">
        {rate === null ? (
          <span className="text-ink-faint">No results yet</span>
        ) : (
          <>
            <span className="font-medium">{formatPercent(rate)}</span>
            <span className="text-ink-faint text-xs">
              {counts.passed} of {judgedCount}
              <span className="lg:sr-only"> passed</span>
            </span>
          </>
        )}
      </span>
      <AgentOnlyPassRate counts={counts} faults={faults} />
      <OutcomeBar counts={counts} attempts={attempts} status={status} />
    </span>
  );
}
