import { hintIcon as HintIcon, partyIcons } from '@/components/faults/fault-look';
import { Badge } from '@/components/ui/badge';
import type { CaseRow } from '@/runner/fold';
import { partyTexts } from '@/runner/verdict';

/** Marks a case that failed for reasons outside the agent, or that has unreviewed hints. */
export function FaultMarks({ row: { attempts } }: { row: CaseRow }) {
  const others = attempts.flatMap(({ fault }) => (fault === undefined || fault.by === 'agent' ? [] : [fault]));
  const parties = Map.groupBy(others, ({ by }) => by);
  const hints = attempts.reduce((sum, attempt) => sum + (attempt.hints?.length ?? 0), 0);
  return (
    <>
      {[...parties].map(([by, faults]) => {
        const Icon = partyIcons[by];
        const kinds = [...new Set(faults.map(({ kind }) => kind.replaceAll('_', ' ')))].join(', ');
        return (
          <Badge key={by} title={`Not the agent’s fault: ${partyTexts[by]}, ${kinds}`} className="shrink-0">
            <Icon aria-hidden className="mr-1 inline size-3 align-[-2px]" />
            {partyTexts[by]}
          </Badge>
        );
      })}
      {hints > 0 && (
        <Badge title="Probably not the agent’s fault; changes the pass rate once confirmed" className="shrink-0">
          <HintIcon aria-hidden className="mr-1 inline size-3 align-[-2px]" />
          hint
        </Badge>
      )}
    </>
  );
}
