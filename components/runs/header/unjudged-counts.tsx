import { CountBadge } from '@/components/ui/count-badge';
import { EyeOff } from '@/components/ui/icons';
import { type CaseRow, findUnjudgedText, mentionsUncheckedCalls } from '@/runner/fold';
import { isUncheckedPass } from '@/runner/verdict';

type Props = { rows: readonly CaseRow[]; filter: string; onFilter: (text: string) => void };

/**
 * Shows how many cases passed without being checked completely: those with tool calls that no assertion checks, and
 * those without any check.
 */
export function UnjudgedCounts({ rows, filter, onFilter }: Props) {
  const gaps = rows.flatMap((row) => findUnjudgedText(row) ?? []);
  const unchecked = rows.filter(isUncheckedPass).length;
  const visibleCounts = [
    {
      term: 's:unjudged',
      count: gaps.length,
      word: gaps.every(mentionsUncheckedCalls) ? 'with unchecked calls' : 'not fully checked',
      title: 'Show only: passed with calls or outcomes that no assertion checked',
    },
    {
      term: 's:unchecked',
      count: unchecked,
      word: unchecked === 1 ? 'checks nothing' : 'check nothing',
      title: 'Show only: passed without a check',
    },
  ].filter(({ count }) => count > 0);
  if (visibleCounts.length === 0) return null;
  return (
    <ul aria-label="Passes worth checking" className="-mx-2 flex flex-wrap items-center gap-1">
      {visibleCounts.map(({ term, ...chip }) => (
        <li key={term}>
          <CountBadge
            look={{ icon: EyeOff, tone: 'late' }}
            {...chip}
            wordClassName="max-lg:sr-only"
            active={filter === term}
            onClick={() => onFilter(filter === term ? '' : term)}
          />
        </li>
      ))}
    </ul>
  );
}
