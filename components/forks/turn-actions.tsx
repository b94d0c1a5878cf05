import { TurnReview } from '@/components/reviews/turn-review';
import type { AttemptAddress } from '@/lib/queries';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { HistoryTurn } from './forked-from';
import { TurnFork } from './turn-fork';

type Props = { attemptAddress: AttemptAddress; attempt: AttemptState; row: CaseRow; turn: number };

/** The actions that are offered for a turn of a finished attempt. */
export function TurnActions(props: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <TurnFork {...props} />
      <TurnReview turn={props.turn} />
      <HistoryTurn runId={props.attemptAddress.runId} turn={props.turn} />
    </div>
  );
}
