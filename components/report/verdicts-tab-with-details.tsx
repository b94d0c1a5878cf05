import { VerdictDetails } from '@/components/samples/verdict-details';
import { verdictUrlKey } from '@/components/samples/verdict-model';
import { VerdictsTab } from '@/components/samples/verdicts-tab';
import { useStoredState } from '@/components/ui/stored-state';
import type { AttemptState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';

type Props = { attempt: AttemptState; pick: string | null; onPick: (pick: string) => void };

/** Shows the selected verdict in full, and all verdicts in a collapsed section. */
export function VerdictsTabWithDetails(props: Props) {
  const { scores } = props.attempt;
  const [open, setOpen] = useStoredState('all verdicts');
  return (
    <>
      <VerdictsTab {...props} />
      {scores.length > 1 && (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t px-4 py-3">
          <summary className="text-accent text-xs">All {formatCountWithNoun(scores.length, 'verdict')} in full</summary>
          {open && (
            <div className="mt-2 flex flex-col gap-2">
              {scores.map((verdict) => (
                <VerdictDetails key={verdictUrlKey(verdict)} verdict={verdict} />
              ))}
            </div>
          )}
        </details>
      )}
    </>
  );
}
