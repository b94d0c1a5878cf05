import { CountBadge } from '@/components/ui/count-badge';
import { statusIcons } from '@/components/ui/status-look';
import type { CaseStatus, Counts } from '@/runner/contract';
import { caseStatuses } from '@/runner/contract';
import type { RunStatus } from '@/runner/fold';
import { formatOutcomeWord, statusWordAndTone } from '@/runner/verdict';

type Props = { counts: Counts; running: number; status: RunStatus; filter: string; onFilter: (text: string) => void };

/**
 * Shows the number of attempts by status. A click on a number filters the cases by that status. In a stopped run,
 * skipped attempts are shown as "not run".
 */
export function StatusCounts({ counts, running, status: runStatus, filter, onFilter }: Props) {
  const visibleCounts: { status: CaseStatus | 'running'; count: number }[] = [
    ...caseStatuses.map((status) => ({ status, count: counts[status] })),
    { status: 'running', count: running },
  ];
  return (
    <ul aria-label="Attempts by status" className="-mx-2 flex flex-wrap items-center gap-1">
      {visibleCounts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => {
          const { tone } = statusWordAndTone[status];
          const word =
            status === 'running' ? statusWordAndTone.running.word : formatOutcomeWord(status, { status: runStatus });
          const term = `s:${status}`;
          return (
            <li key={status}>
              <CountBadge
                look={{ icon: statusIcons[status], tone }}
                count={count}
                word={statusNoun(word, count)}
                wordClassName="max-lg:sr-only"
                title={`Show only: ${word.toLowerCase()}`}
                active={filter === term}
                onClick={() => onFilter(filter === term ? '' : term)}
              />
            </li>
          );
        })}
    </ul>
  );
}

/**
 * Returns the status as a noun for the count. Only "error" has a plural, because the other words are adjectives or
 * participles.
 */
function statusNoun(word: string, count: number): string {
  return word === 'Error' && count !== 1 ? 'errors' : word.toLowerCase();
}
