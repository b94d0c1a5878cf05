import type { CheckpointResult, Condition } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { type DiagnosedTurn, findNearestMissedTurn } from '@/runner/verdict';

/**
 * What came nearest to meeting the condition of an unreached checkpoint: the turn, a quote from it, and the message of
 * the check.
 */
export type NearestCheckpointMiss = {
  turn?: number;
  quote?: string;
  message?: string;
  /** True if the diagnosis says that the attempt went wrong in this turn. Then no other turn is named. */
  isCause?: true;
};

type NearestMissInput = Pick<AttemptState, 'turns' | 'checkpointChecks'> & { diagnosed?: DiagnosedTurn | undefined };

export function findNearestMiss(
  checkpoint: CheckpointResult,
  { turns, checkpointChecks: all, diagnosed }: NearestMissInput,
  conditions: readonly Condition[] = [],
): NearestCheckpointMiss {
  if (checkpoint.reached || checkpoint.outOfOrderAtTurns.length > 0) return {};
  const nearest = findNearestMissedTurn(conditions, turns);
  const turn = diagnosed?.missing === checkpoint.id ? diagnosed.turn : nearest?.turn;
  const failedTries = all.filter(
    (entry) => entry.checkpoint === checkpoint.id && (turn === undefined || entry.turn === turn),
  );
  const message = failedTries.at(-1)?.message ?? checkpoint.message;
  if (diagnosed?.missing !== checkpoint.id) return { ...nearest, message };
  return { ...(nearest?.turn === turn ? nearest : { turn }), message, isCause: true };
}
