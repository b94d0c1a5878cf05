import type { AnnouncedCase, CheckpointResult } from '../contract/index.ts';
import type { AttemptState } from './attempt-state.ts';

/** The checkpoints of an attempt with everything known about them, also while the attempt runs. */
export function listCheckpoints(
  state: AttemptState,
  announced: NonNullable<AnnouncedCase['checkpoints']>,
): CheckpointResult[] {
  if (state.result?.checkpoints !== undefined) return state.result.checkpoints;
  const triesById = Map.groupBy(state.tries, ({ checkpoint }) => checkpoint);
  return announced.map((checkpoint) => {
    const tries = triesById.get(checkpoint.id) ?? [];
    const reached = tries.find((entry) => entry.state === 'reached' || entry.state === 'kept');
    const broken = tries.find((entry) => entry.state === 'broken');
    return {
      id: checkpoint.id,
      description: checkpoint.description,
      after: checkpoint.after,
      required: checkpoint.required,
      reached: reached !== undefined,
      reachedAtTurn: reached?.turn,
      outOfOrderAtTurns: tries.filter((entry) => entry.state === 'out_of_order').map((entry) => entry.turn),
      passed: reached !== undefined,
      ...(broken === undefined ? {} : { invariant: 'broken' as const, brokenAtTurn: broken.turn }),
      ...(reached?.state === 'kept' ? { invariant: 'kept' as const } : {}),
      message: reached === undefined ? tries.at(-1)?.message : undefined,
    };
  });
}
