import { createContext, useContext } from 'react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { type CaseRow, caseKey } from '@/runner/fold';
import type { PastStanding } from '@/runner/verdict';

type Standings = Readonly<Record<string, PastStanding>>;

/** Which failed cases of the run are new, known and flaky, by the keys of the cases. */
export const CaseStandings = createContext<Standings>({});

const titles: Readonly<Record<PastStanding, string>> = {
  new: 'Failed this time, passed last time',
  known: 'Failed last time, too',
  flaky: 'Passes and fails, and no one change explains it',
};

/** Shows how a failed case stands to the runs before. */
export function StandingMark({ row }: { row: Pick<CaseRow, 'suiteKey' | 'id'> }) {
  const standing = useContext(CaseStandings)[caseKey(row.suiteKey, row.id)];
  return standing === undefined ? null : (
    <Badge title={titles[standing]} className="shrink-0">
      {standing}
    </Badge>
  );
}

type CountsProps = { filter: string; onFilter: (text: string) => void };

/** `24 new · 2 known` of the failed cases of a run; each number leads to its cases. */
export function StandingCounts({ filter, onFilter }: CountsProps) {
  const all = Object.values(useContext(CaseStandings));
  const counts = (['new', 'known', 'flaky'] as const).flatMap((standing) => {
    const count = all.filter((each) => each === standing).length;
    return count === 0 ? [] : [{ standing, count, term: `s:${standing}` }];
  });
  if (counts.length === 0) return null;
  return (
    <ul aria-label="Failures against the runs before" className="-mx-2 flex items-center text-ink-soft">
      {counts.map(({ standing, count, term }) => (
        <li key={standing}>
          <button
            type="button"
            aria-pressed={filter === term}
            title={titles[standing]}
            onClick={() => onFilter(filter === term ? '' : term)}
            className={cn('h-6 rounded-full px-2 tabular-nums hover:underline', filter === term && 'bg-chosen')}
          >
            <b className="font-semibold text-ink">{count}</b> {standing}
          </button>
        </li>
      ))}
    </ul>
  );
}
