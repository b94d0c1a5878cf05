import { createContext, useContext } from 'react';
import { Badge } from '@/components/ui/badge';
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

/** `24 new · 2 known` of the failed cases of a run. */
export function StandingCounts() {
  const all = Object.values(useContext(CaseStandings));
  const counts = (['new', 'known', 'flaky'] as const).flatMap((standing) => {
    const count = all.filter((each) => each === standing).length;
    return count === 0 ? [] : [{ standing, count }];
  });
  if (counts.length === 0) return null;
  return (
    <ul aria-label="Failures against the runs before" className="flex items-center gap-x-1.5 text-ink-soft">
      {counts.map(({ standing, count }, place) => (
        <li key={standing} title={titles[standing]} className="tabular-nums">
          {place > 0 && '· '}
          <b className="font-semibold text-ink">{count}</b> {standing}
        </li>
      ))}
    </ul>
  );
}
