import type { AttemptRow, CaseRow } from '@/runner/fold';
import { CheckpointPips } from './checkpoint-pips';

/** Shows the progress of a conversation's only attempt. */
export function CheckpointProgress({ row: { attempts, checkpoints } }: { row: CaseRow }) {
  const [only] = attempts;
  if (only === undefined || attempts.length > 1 || checkpoints === undefined) return null;
  return <CheckpointPips checkpoints={checkpoints} pips={only.pips ?? {}} ended={isEnded(only)} />;
}

function isEnded({ status }: AttemptRow): boolean {
  return status !== 'running' && status !== 'queued' && status !== 'skipped';
}
