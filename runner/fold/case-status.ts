import type { CaseResult, CaseStatus } from '../contract/index.ts';
import type { AttemptStatus } from './run-state.ts';

/**
 * Combines the attempts of a case to one status: that of its first attempt that did not succeed; otherwise skipped if
 * any attempt was skipped or never ended; otherwise passed. All reports and counts use this definition.
 */
export function summarizeStatuses(attempts: Iterable<AttemptStatus>): CaseStatus {
  const statuses = [...attempts].map(toStatusAfterRunEnd);
  return statuses.find(isFailing) ?? (statuses.includes('skipped') ? 'skipped' : 'passed');
}

type EndedAttempt = { status: AttemptStatus; decision?: CaseResult['decision'] };

/**
 * Returns the status of a case, from all its attempts as in `summarizeStatuses`, or from their joint decision. A case
 * that was decided as good has passed, whatever its single attempts did; with any other decision it has not passed.
 */
export function statusOfCase(attempts: readonly EndedAttempt[]): CaseStatus {
  const decision = attempts.find((attempt) => attempt.decision !== undefined)?.decision;
  if (decision === 'good') return 'passed';
  const status = summarizeStatuses(attempts.map((attempt) => attempt.status));
  return decision !== undefined && status === 'passed' ? 'failed' : status;
}

export function isFailing(status: CaseStatus): boolean {
  return status !== 'passed' && status !== 'skipped';
}

/** Returns true if the attempt ended, but without a verdict on the agent's answer. */
export function hasEndedWithoutVerdict(status: AttemptStatus): boolean {
  return status === 'error' || status === 'timeout';
}

/** Returns true if the attempt is neither queued nor running. */
export function hasEnded(status: AttemptStatus): status is CaseStatus {
  return status !== 'queued' && status !== 'running';
}

/** Returns true if the agent was called and the attempt has ended. */
export function isJudged(status: AttemptStatus): status is Exclude<CaseStatus, 'skipped'> {
  return hasEnded(status) && status !== 'skipped';
}

/** An interrupted run may still have attempts that are queued or running. */
function toStatusAfterRunEnd(status: AttemptStatus): CaseStatus {
  return hasEnded(status) ? status : 'skipped';
}
