import type { CheckpointResult } from '../contract/index.ts';
import type { StatusName } from './status-words.ts';

/** The status of a checkpoint and, if it was not reached, the reason. */
export type CheckpointState = { status: StatusName; why: string[] };

type CheckedConversation = { turns: number; ended: boolean };

/**
 * `reached` has the ids of all reached checkpoints. A checkpoint that was still blocked at the end, or that was never
 * checked in a turn, counts as not run. Only a checkpoint that was checked can count as missed.
 */
export function toCheckpointState(
  checkpoint: CheckpointResult,
  reached: ReadonlySet<string>,
  { turns: turnCount, ended }: CheckedConversation,
): CheckpointState {
  const { invariant, brokenAtTurn } = checkpoint;
  if (invariant === 'broken' || brokenAtTurn !== undefined) return { status: 'broken', why: [] };
  if (invariant === 'kept') return { status: 'kept', why: [] };
  if (checkpoint.reached) return { status: 'reached', why: [] };
  const blockers = checkpoint.after.filter((id) => !reached.has(id));
  const turns = checkpoint.outOfOrderAtTurns;
  const why = [
    ...(blockers.length === 0 ? [] : [`${ended ? 'blocked by' : 'waiting for'} ${blockers.join(', ')}`]),
    ...(turns.length === 0 ? [] : [`its condition held too early, at turn ${turns.join(', ')}`]),
  ];
  if (turns.length > 0) return { status: 'out_of_order', why };
  if (ended && (blockers.length > 0 || turnCount === 0)) return { status: 'never_run', why };
  if (ended && checkpoint.required && invariant === undefined) return { status: 'missed', why };
  return { status: blockers.length > 0 ? 'waiting' : 'failed_try', why };
}
