import { CountBadge } from '@/components/ui/count-badge';
import { CircleSlash } from '@/components/ui/icons';
import { exclusionFilterTerms } from '@/lib/view/case-filter';
import { type CaseRow, describeExcluded, isExcluded } from '@/runner/fold';

type Props = { rows: readonly CaseRow[]; filter: string; onFilter: (text: string) => void };

const exclusionChips = [
  { reason: 'quarantine', word: 'quarantined' },
  { reason: 'expect_fail', word: 'expected to fail' },
] as const;

/** Counts quarantined and expected-to-fail cases, which affect no rate or gate; their results are shown on hover. */
export function ExcludedCounts({ rows, filter, onFilter }: Props) {
  const visibleChips = exclusionChips
    .map(({ reason, word }) => ({
      word,
      term: `s:${exclusionFilterTerms[reason]}`,
      found: rows.filter((row) => row.setAside === reason && isExcluded(row)),
    }))
    .filter(({ found }) => found.length > 0);
  if (visibleChips.length === 0) return null;
  return (
    <ul aria-label="Excluded cases" className="-mx-2 flex flex-wrap items-center gap-1">
      {visibleChips.map(({ word, term, found }) => (
        <li key={term}>
          <CountBadge
            look={{ icon: CircleSlash, tone: 'idle' }}
            count={found.length}
            word={word}
            title={`Not counted in rates and gates: ${describeExcluded(found) ?? ''}`}
            wordClassName="max-lg:sr-only"
            active={filter === term}
            onClick={() => onFilter(filter === term ? '' : term)}
          />
        </li>
      ))}
    </ul>
  );
}
