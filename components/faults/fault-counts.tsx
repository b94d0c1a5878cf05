import { CountBadge } from '@/components/ui/count-badge';
import type { CaseRow, FaultCounts as Counts } from '@/runner/fold';
import { partyTexts } from '@/runner/verdict';
import { hintIcon, partyIcons } from './fault-look';

type Props = { faults: Counts; rows: readonly CaseRow[]; filter: string; onFilter: (text: string) => void };

const nonAgentParties = ['simulator', 'infra', 'judge', 'case', 'user_code', 'not_agent'] as const;

/**
 * Shows how many attempts failed for reasons outside the agent, and how many have hints of that. Each count links to
 * its cases.
 */
export function FaultCounts({ faults, rows, filter, onFilter }: Props) {
  const hints = rows.reduce(
    (sum, { attempts }) => sum + attempts.filter(({ hints: hintCounts }) => hintCounts !== undefined).length,
    0,
  );
  const chips = [
    ...nonAgentParties.map((by) => ({
      term: `f:${by}`,
      icon: partyIcons[by],
      count: faults[by] ?? 0,
      word: partyTexts[by],
    })),
    { term: 'f:hint', icon: hintIcon, count: hints, word: hints === 1 ? 'hint' : 'hints' },
  ].filter(({ count }) => count > 0);
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Attempts by party at fault" className="-mx-2 flex flex-wrap items-center gap-1">
      {chips.map(({ term, icon, count, word }) => (
        <li key={term}>
          <CountBadge
            look={{ icon, tone: 'late' }}
            count={count}
            word={word}
            title={term === 'f:hint' ? 'Show only: with hints' : `Show only: party at fault is ${word}`}
            active={filter === term}
            onClick={() => onFilter(filter === term ? '' : term)}
          />
        </li>
      ))}
    </ul>
  );
}
