import { toneClasses } from '@/components/ui/status-look';
import type { Counts } from '@/runner/contract';
import { caseStatuses } from '@/runner/contract';
import type { RunStatus } from '@/runner/fold';
import { formatOutcomeWord, statusWordAndTone } from '@/runner/verdict';

type Props = { counts: Counts; attempts: number; status: RunStatus };

/** Shows the results of a run's attempts as a stacked bar. The part for unfinished attempts is empty. */
export function OutcomeBar({ counts, attempts, status: runStatus }: Props) {
  const total = Math.max(attempts, 1);
  const visibleStatuses = caseStatuses.filter((status) => counts[status] > 0);
  const words = visibleStatuses
    .map((status) => `${counts[status]} ${formatOutcomeWord(status, { status: runStatus }).toLowerCase()}`)
    .join(', ');
  return (
    <span
      role="img"
      aria-label={words === '' ? 'Nothing finished yet' : words}
      title={words}
      className="flex h-1.5 w-full overflow-hidden rounded-full bg-idle-soft"
    >
      {visibleStatuses.map((status) => (
        <span
          key={status}
          className={toneClasses[statusWordAndTone[status].tone].fill}
          style={{ width: `${(counts[status] / total) * 100}%` }}
        />
      ))}
    </span>
  );
}
