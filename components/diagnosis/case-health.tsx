import { createContext, useContext } from 'react';
import { CaseHealthBadge } from '@/components/ui/case-health-badge';
import { cn } from '@/components/ui/cn';
import { type CaseHealth, type CaseRow, caseKey } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import { describeOutageSpan, getCaseHealthName } from '@/runner/verdict';

type CaseHealthByKey = Readonly<Record<string, CaseHealth>>;

/** The health of each case by its key; healthy cases are missing. */
export const CaseHealthContext = createContext<CaseHealthByKey>({});

/** Shows the health of a case compared with earlier runs, such as new, broken or flaky. */
export function CaseRowHealthBadge({ row }: { row: Pick<CaseRow, 'suiteKey' | 'id' | 'standing'> }) {
  const caseHealth = useContext(CaseHealthContext)[caseKey(row.suiteKey, row.id)] ?? row.standing;
  return <CaseHealthBadge caseHealth={caseHealth} className="shrink-0" />;
}

const countedStates = ['new', 'broken', 'outage', 'flaky', 'back'] as const;

const healthStateTitles: Readonly<Record<(typeof countedStates)[number], string>> = {
  new: 'Fails now, passed in the run before',
  broken: 'Failed in the run before, too',
  outage: 'Failed together with most other cases',
  flaky: 'Passes and fails with the same agent',
  back: 'Failed for a while and passes again',
};

type CountsProps = { filter: string; onFilter: (text: string) => void };

/**
 * Shows how many cases have each kind of health problem, such as `24 new · 2 broken`. Each number links to its cases.
 */
export function CaseHealthCounts({ filter, onFilter }: CountsProps) {
  const all = Object.values(useContext(CaseHealthContext));
  const counts = countedStates.flatMap((state) => {
    const count = all.filter((each) => getCaseHealthName(each) === state).length;
    return count === 0 ? [] : [{ state, count, term: `s:${state}` }];
  });
  const outage = all.find(({ event }) => event !== undefined)?.event;
  if (counts.length === 0) return null;
  return (
    <ul aria-label="Compared with the runs before" className="-mx-2 flex flex-wrap items-center text-ink-soft">
      {counts.map(({ state, count, term }) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={filter === term}
            title={
              state === 'outage' && outage !== undefined
                ? describeOutageSpan(outage, formatLocalTime)
                : healthStateTitles[state]
            }
            onClick={() => onFilter(filter === term ? '' : term)}
            className={cn('h-6 rounded-full px-2 tabular-nums hover:underline', filter === term && 'bg-chosen')}
          >
            <b className="font-semibold text-ink">{count}</b> {state === 'outage' ? 'in an outage' : state}
          </button>
        </li>
      ))}
    </ul>
  );
}
