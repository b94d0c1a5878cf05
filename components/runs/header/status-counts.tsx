import { cn } from '@/components/ui/cn';
import { statusIcons, toneSoft, toneText } from '@/components/ui/status-look';
import type { Counts } from '@/runner/contract';
import { caseStatuses } from '@/runner/contract';
import type { AttemptStatus } from '@/runner/fold';
import { statusWords } from '@/runner/verdict';

type Props = { counts: Counts; running: number; filter: string; onFilter: (text: string) => void };

/** Shows the number of attempts by status; each number leads to its cases. */
export function StatusCounts({ counts, running, filter, onFilter }: Props) {
  const shown: { status: AttemptStatus; count: number }[] = [
    ...caseStatuses.map((status) => ({ status, count: counts[status] })),
    { status: 'running', count: running },
  ];
  return (
    <ul aria-label="Attempts by status" className="-mx-2 flex flex-wrap items-center gap-1">
      {shown
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => {
          const { word, tone } = statusWords[status];
          const Icon = statusIcons[status];
          const term = `s:${status}`;
          const active = filter === term;
          return (
            <li key={status}>
              <button
                type="button"
                aria-pressed={active}
                title={`Show only: ${word.toLowerCase()}`}
                onClick={() => onFilter(active ? '' : term)}
                className={cn(
                  'flex h-6 items-center gap-1 rounded-full px-2 font-medium text-xs tabular-nums hover:underline',
                  toneText[tone],
                  active && toneSoft[tone],
                )}
              >
                <Icon aria-hidden className="size-3.5" strokeWidth={2.5} />
                {count} <span className="font-normal max-lg:sr-only">{countedWord(word, count)}</span>
              </button>
            </li>
          );
        })}
    </ul>
  );
}

/** Only errors are counted as things; the other words say what happened to attempts. */
function countedWord(word: string, count: number): string {
  return word === 'Error' && count !== 1 ? 'errors' : word.toLowerCase();
}
