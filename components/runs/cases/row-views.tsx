import type { ComponentType } from 'react';
import { SamplesProgress } from '@/components/samples/samples-progress';
import { CaseRowScores } from '@/components/scores/score-figures';
import type { CaseKind } from '@/runner/contract';
import { type CaseRow, isJudged } from '@/runner/fold';
import { CheckpointDots } from '../checkpoint-dots';

/**
 * How the rows for each kind of case are displayed: additional information next to the status, and whether the case has
 * turns.
 */
export const rowViewByCaseKind: Readonly<
  Record<CaseKind, { Facts?: ComponentType<{ row: CaseRow }>; hasTurns?: boolean }>
> = {
  standard: { hasTurns: true },
  dynamic: { Facts: CheckpointProgress, hasTurns: true },
  script: {},
  consistency: { Facts: SamplesProgress },
  experiment: { Facts: CaseRowScores },
};

/** Shows the checkpoints of a conversation if it has a single attempt. */
function CheckpointProgress({ row: { attempts, checkpoints } }: { row: CaseRow }) {
  const [onlyAttempt] = attempts;
  if (onlyAttempt === undefined || attempts.length > 1 || checkpoints === undefined) return null;
  return (
    <CheckpointDots
      checkpoints={checkpoints}
      checkpointStates={onlyAttempt.pips ?? {}}
      hasEnded={isJudged(onlyAttempt.status)}
      turns={onlyAttempt.turns}
    />
  );
}
