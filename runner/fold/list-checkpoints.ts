import type { AnnouncedCase, CheckpointResult } from '../contract/index.ts';
import type { AttemptState } from './attempt-state.ts';

/** Lists the checkpoints of an attempt with everything known about them. Also works while the attempt is running. */
export function listCheckpoints(
  state: AttemptState,
  announcedCheckpoints: NonNullable<AnnouncedCase['checkpoints']>,
): CheckpointResult[] {
  if (state.result?.checkpoints !== undefined) return state.result.checkpoints;
  const triesById = Map.groupBy(state.checkpointChecks, ({ checkpoint }) => checkpoint);
  return announcedCheckpoints.map((checkpoint) => {
    const checkpointTries = triesById.get(checkpoint.id) ?? [];
    const reachedTry = checkpointTries.find((entry) => entry.state === 'reached' || entry.state === 'kept');
    const broken = checkpointTries.find((entry) => entry.state === 'broken');
    return {
      id: checkpoint.id,
      description: checkpoint.description,
      after: checkpoint.after,
      required: checkpoint.required,
      reached: reachedTry !== undefined,
      reachedAtTurn: reachedTry?.turn,
      outOfOrderAtTurns: checkpointTries.filter((entry) => entry.state === 'out_of_order').map((entry) => entry.turn),
      passed: reachedTry !== undefined,
      ...(broken === undefined ? {} : { invariant: 'broken' as const, brokenAtTurn: broken.turn }),
      ...(reachedTry?.state === 'kept' ? { invariant: 'kept' as const } : {}),
      message: reachedTry === undefined ? checkpointTries.at(-1)?.message : undefined,
    };
  });
}
