import type { CaseResult, CaseStatus } from '../contract/index.ts';
import type { AttemptStatus } from './run-state.ts';

/**
 * Returns the status of a case from its attempts: the status of the first attempt that failed, had an error or timed
 * out; otherwise skipped if any attempt was skipped or never ended; otherwise passed. All reports and counts use this
 * definition.
 */
export function summarizeStatuses(attempts: Iterable<AttemptStatus>): CaseStatus {
  const statuses = [...attempts].map(toStatusAfterRunEnd);
  return statuses.find(isFailing) ?? (statuses.includes('skipped') ? 'skipped' : 'passed');
}

type EndedAttempt = { status: AttemptStatus; decision?: CaseResult['decision'] };

/**
 * Returns the status of a case. If the case was repeated until its result was clear, this decision counts: `good` is
 * passed whatever the status of the attempts, and any other decision is not passed. Otherwise the attempts count, as in
 * `summarizeStatuses`.
 */
export function computeCaseStatus(attempts: readonly EndedAttempt[]): CaseStatus {
  const decision = attempts.find((attempt) => attempt.decision !== undefined)?.decision;
  if (decision === 'good') return 'passed';
  const status = summarizeStatuses(attempts.map((attempt) => attempt.status));
  return decision !== undefined && status === 'passed' ? 'failed' : status;
}

export function isFailing(status: CaseStatus): boolean {
  return status !== 'passed' && status !== 'skipped';
}

/** Returns true if the attempt ended without a verdict on the agent's answer. */
export function hasEndedWithoutVerdict(status: AttemptStatus): boolean {
  return status === 'error' || status === 'timeout';
}

/** Returns true if the attempt is neither queued nor running. */
export function hasEnded(status: AttemptStatus): status is CaseStatus {
  return status !== 'queued' && status !== 'running';
}

/** Returns true if the attempt has ended and was not skipped. */
export function isJudged(status: AttemptStatus): status is Exclude<CaseStatus, 'skipped'> {
  return hasEnded(status) && status !== 'skipped';
}

/** Returns skipped for attempts that are still queued or running, which occur if the run was interrupted. */
function toStatusAfterRunEnd(status: AttemptStatus): CaseStatus {
  return hasEnded(status) ? status : 'skipped';
}
