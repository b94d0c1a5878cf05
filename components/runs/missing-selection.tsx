import { Info } from '@/components/ui/icons';
import type { RequestedSelection, Selection } from '@/lib/view/selection';
import type { AttemptState } from '@/runner/fold';

type Props = {
  requestedCase: RequestedSelection & { turn: number | null };
  shownCase: Selection;
  attempt: AttemptState;
};

/** Says that the case or turn in the URL does not exist, and what is shown instead. */
export function MissingSelection({ requestedCase, shownCase, attempt }: Props) {
  const words = describeMissingSelection({ requestedCase, shownCase, attempt });
  if (words === undefined) return null;
  return (
    <p role="status" className="flex items-baseline gap-2 border-b bg-late-soft px-4 py-1.5 text-late text-xs">
      <Info aria-hidden className="size-3.5 shrink-0 self-center" />
      <span className="min-w-0 break-words">{words}</span>
    </p>
  );
}

function describeMissingSelection({ requestedCase, shownCase, attempt }: Props): string | undefined {
  const { row } = shownCase;
  if (requestedCase.case !== null && requestedCase.case !== row.id)
    return `This run has no case ${requestedCase.case}; showing ${row.id} instead.`;
  if (requestedCase.suite !== null && requestedCase.case !== null && requestedCase.suite !== row.suiteKey) {
    return `This run has no suite ${requestedCase.suite}; showing ${row.id} of ${row.suiteKey} instead.`;
  }
  if (requestedCase.case !== null && requestedCase.attempt !== null && requestedCase.attempt !== shownCase.attempt) {
    return `${row.id} has no attempt ${requestedCase.attempt}; showing attempt ${shownCase.attempt} instead.`;
  }
  const turns = Math.max(attempt.turns.length, 1);
  if (requestedCase.turn !== null && requestedCase.turn > turns && attempt.result !== undefined) {
    return `This attempt has no turn ${requestedCase.turn}; the last one is turn ${turns}.`;
  }
  return undefined;
}
