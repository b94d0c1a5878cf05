import type { AnnouncedCase, CheckpointResult, Condition } from '@/runner/contract';
import { type AttemptState, listCheckpoints } from '@/runner/fold';
import { type CheckpointState, type DiagnosedTurn, toCheckpointState } from '@/runner/verdict';
import { arrangeCheckpointLayers } from './checkpoint-layers';
import { findNearestMiss, type NearestCheckpointMiss } from './checkpoint-miss';

export type ShownCheckpoint = CheckpointResult &
  CheckpointState & {
    /** The turn in which the checkpoint was reached or broken; undefined for a rule that was not broken. */
    decidedAtTurn: number | undefined;
    conditions: readonly Condition[];
    miss: NearestCheckpointMiss;
    /**
     * The most informative turn for the checkpoint: where it was reached or broken, where its condition was met too
     * early, or where the conversation came nearest to meeting it.
     */
    atTurn: number | undefined;
  };

/** Returns the checkpoints of an attempt in dependency order, with the details to show. */
export function listShownCheckpoints(
  announcedCase: AnnouncedCase,
  attempt: AttemptState,
  diagnosed?: DiagnosedTurn,
): ShownCheckpoint[] {
  const declared = announcedCase.checkpoints ?? [];
  const all = listCheckpoints(attempt, declared);
  const reachedIds = new Set(all.filter((checkpoint) => checkpoint.reached).map(({ id }) => id));
  const conditionsOf = new Map(declared.map(({ id, conditions }) => [id, conditions ?? []]));
  const triesOf = Map.groupBy(attempt.checkpointChecks, ({ checkpoint }) => checkpoint);
  const conversation = { turns: attempt.turns.length, ended: attempt.result !== undefined };
  return arrangeCheckpointLayers(all)
    .flat()
    .map((checkpoint) => {
      const conditions = conditionsOf.get(checkpoint.id) ?? [];
      const checkpointTries = triesOf.get(checkpoint.id) ?? [];
      const nearestMiss = findNearestMiss(
        checkpoint,
        { turns: attempt.turns, checkpointChecks: checkpointTries, diagnosed },
        conditions,
      );
      const { invariant, brokenAtTurn, reachedAtTurn } = checkpoint;
      const decidedAtTurn = brokenAtTurn ?? (invariant === undefined ? reachedAtTurn : undefined);
      return {
        ...checkpoint,
        ...toCheckpointState(checkpoint, reachedIds, conversation),
        conditions,
        miss: nearestMiss,
        decidedAtTurn,
        atTurn: decidedAtTurn ?? checkpoint.outOfOrderAtTurns.at(-1) ?? nearestMiss.turn,
      };
    });
}
