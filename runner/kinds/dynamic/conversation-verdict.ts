import type { AssertionResult, EndReason } from '../../contract/index.ts';
import type { Outcome } from '../../ports/index.ts';
import type { CheckpointTracker } from './checkpoints.ts';
import type { ConversationRuleChecks } from './conversation-rule-checks.ts';

type JudgedConversation = {
  board: CheckpointTracker;
  whole: ConversationRuleChecks;
  endReason: EndReason;
  /** The reason why the case failed, if it failed because of the way in which the conversation ended. */
  reason: string | undefined;
  maxTurns: number;
};

/**
 * Determines why a conversation did not pass: first how it ended, then missing checkpoints, broken invariants and
 * assertions. Checks that could not be made count only if nothing failed.
 */
export function determineConversationVerdict({
  board,
  whole,
  endReason,
  reason,
  maxTurns,
}: JudgedConversation): Outcome<'dynamic'> | undefined {
  const missingCheckpoints = board.missing();
  const checkpointComplaints =
    missingCheckpoints.length === 0 ? [] : [`missing checkpoints: ${missingCheckpoints.join(', ')}`];
  const failed = whole.results().filter(({ status, rule }) => status === 'failed' && rule !== 'never');
  const failures = [...board.broken(), ...failed.map(formatComplaint)];
  const brokenCheck = board.brokenCheck();
  const broken = whole.results().filter(({ status }) => status === 'error');
  const unmade = [...(brokenCheck === undefined ? [] : [brokenCheck]), ...broken.map(formatComplaint)];
  // If a checkpoint is missing because its check could not be made, the result of the conversation is unknown and not a
  // failure.
  const isUnknown =
    reason === undefined && failures.length === 0 && (checkpointComplaints.length === 0 || brokenCheck !== undefined);
  if (unmade.length > 0 && isUnknown) {
    return { status: 'error', error: [...checkpointComplaints, ...unmade].join('; '), endReason: 'judge_error' };
  }
  const turnLimitComplaints =
    checkpointComplaints.length > 0 && endReason === 'max_turns' ? [`max turns (${maxTurns}) exceeded`] : [];
  const reasons = [
    ...(reason === undefined ? [] : [reason]),
    ...turnLimitComplaints,
    ...checkpointComplaints,
    ...failures,
  ];
  if (reasons.length === 0) return undefined;
  return { status: 'failed', error: [...reasons, ...unmade].join('; '), endReason };
}

function formatComplaint({ type, message = type, turn, rule }: AssertionResult): string {
  return rule === 'turn' ? `turn ${turn}: ${message}` : message;
}
