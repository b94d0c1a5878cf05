import { Info } from '@/components/ui/icons';
import type { RequestedSelection, Selection } from '@/lib/view/selection';
import type { AttemptState } from '@/runner/fold';

type Props = { wanted: RequestedSelection & { turn: number | null }; shown: Selection; attempt: AttemptState };

/** Says that the URL names something that does not exist, and what is shown instead. */
export function MissingSelection({ wanted, shown, attempt }: Props) {
  const words = describeMissingSelection({ wanted, shown, attempt });
  if (words === undefined) return null;
  return (
    <p role="status" className="flex items-baseline gap-2 border-b bg-late-soft px-4 py-1.5 text-late text-xs">
      <Info aria-hidden className="size-3.5 shrink-0 self-center" />
      <span className="min-w-0 break-words">{words}</span>
    </p>
  );
}

function describeMissingSelection({ wanted, shown, attempt }: Props): string | undefined {
  const { row } = shown;
  if (wanted.case !== null && wanted.case !== row.id)
    return `This run has no case ${wanted.case}; showing ${row.id} instead.`;
  if (wanted.suite !== null && wanted.case !== null && wanted.suite !== row.suiteKey) {
    return `This run has no suite ${wanted.suite}; showing ${row.id} of ${row.suiteKey} instead.`;
  }
  if (wanted.case !== null && wanted.attempt !== null && wanted.attempt !== shown.attempt) {
    return `${row.id} has no attempt ${wanted.attempt}; showing attempt ${shown.attempt} instead.`;
  }
  const turns = Math.max(attempt.turns.length, 1);
  if (wanted.turn !== null && wanted.turn > turns && attempt.result !== undefined) {
    return `This attempt has no turn ${wanted.turn}; the last one is turn ${turns}.`;
  }
  return undefined;
}
