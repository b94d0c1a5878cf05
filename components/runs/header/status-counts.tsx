import { CountBadge } from '@/components/ui/count-badge';
import { statusIcons } from '@/components/ui/status-look';
import type { Counts } from '@/runner/contract';
import { caseStatuses } from '@/runner/contract';
import type { AttemptStatus } from '@/runner/fold';
import { statusWords } from '@/runner/verdict';

type Props = { counts: Counts; running: number; stopped: boolean; filter: string; onFilter: (text: string) => void };

/** Shows the number of attempts by status; each number leads to its cases. In a stopped run, skipped ones were not run. */
export function StatusCounts({ counts, running, stopped, filter, onFilter }: Props) {
  const visibleCounts: { status: AttemptStatus; count: number }[] = [
    ...caseStatuses.map((status) => ({ status, count: counts[status] })),
    { status: 'running', count: running },
  ];
  return (
    <ul aria-label="Attempts by status" className="-mx-2 flex flex-wrap items-center gap-1">
      {visibleCounts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => {
          const { tone, ...words } = statusWords[status];
          const word = stopped && status === 'skipped' ? 'Not run' : words.word;
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

/** Only "error" is a countable noun; the other words describe attempts. */
function statusNoun(word: string, count: number): string {
  return word === 'Error' && count !== 1 ? 'errors' : word.toLowerCase();
}
