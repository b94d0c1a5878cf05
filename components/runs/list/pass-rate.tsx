import { percent } from '@/lib/format';
import type { Counts } from '@/runner/contract';
import { countJudged, passRate } from '@/runner/verdict';
import { OutcomeBar } from '../outcome-bar';

/** The pass rate with the counts behind it. */
export function PassRate({ counts, attempts }: { counts: Counts; attempts: number }) {
  const rate = passRate(counts);
  const judged = countJudged(counts);
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-baseline gap-2 whitespace-nowrap tabular-nums">
        {rate === null ? (
          <span className="text-ink-faint">Nothing judged</span>
        ) : (
          <>
            <span className="font-medium">{percent(rate)}</span>
            <span className="text-ink-faint text-xs">
              {counts.passed} of {judged}
              <span className="lg:sr-only"> passed</span>
            </span>
          </>
        )}
      </span>
      <OutcomeBar counts={counts} attempts={attempts} />
    </span>
  );
}
