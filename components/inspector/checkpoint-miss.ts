import type { CheckpointResult, Condition } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { nearestMiss } from '@/runner/verdict';

/** The nearest miss of an unreached checkpoint: the turn and its words, and the message of the check. */
export type CheckpointMiss = { turn?: number; quote?: string; message?: string };

export function missOf(
  checkpoint: CheckpointResult,
  attempt: Pick<AttemptState, 'turns' | 'tries'>,
  conditions: readonly Condition[] = [],
): CheckpointMiss {
  if (checkpoint.reached || checkpoint.outOfOrderAtTurns.length > 0) return {};
  const nearest = nearestMiss(conditions, attempt.turns);
  const tries = attempt.tries.filter(
    (entry) => entry.checkpoint === checkpoint.id && (nearest === undefined || entry.turn === nearest.turn),
  );
  return { ...nearest, message: tries.at(-1)?.message ?? checkpoint.message };
}
