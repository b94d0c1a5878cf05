import { useQuery } from '@tanstack/react-query';
import { ConversationDiff } from '@/components/compare/conversation-diff';
import { PendingQuery } from '@/components/ui/pending-query';
import { type AttemptExplanation, fullAttemptQuery } from '@/lib/queries';
import type { AttemptId } from '@/runner/fold';

type Props = {
  runId: string;
  attemptId: AttemptId;
  passed: NonNullable<AttemptExplanation['passed']>;
  /** The turn that caused the failure; undefined if it is not known. */
  turn: number | undefined;
};

/** Shows a failed conversation beside the last passed one of the same case, scrolled to where it went wrong. */
export function LastPassedComparison({ runId, attemptId, passed, turn }: Props) {
  const before = useQuery(fullAttemptQuery(passed.runId, passed));
  const after = useQuery(fullAttemptQuery(runId, attemptId));
  const pending = before.data === undefined ? before : after;
  if (before.data === undefined || after.data === undefined) {
    return (
      <div className="min-h-0 grow p-4">
        <PendingQuery query={pending} className="h-40" />
      </div>
    );
  }
  const words = { before: 'when it passed', after: 'now' };
  return <ConversationDiff before={before.data} after={after.data} words={words} openAt={turn ?? 'first difference'} />;
}
