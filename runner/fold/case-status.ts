import type { CaseResult, CaseStatus } from '../contract/index.ts';
import type { AttemptStatus } from './run-state.ts';

/**
 * One status for a case of one attempt or several: that of its first attempt that went wrong; else skipped when any
 * was skipped or never ended; passed when all passed. The only definition for reports and their counts.
 */
export function summarizeStatuses(attempts: Iterable<AttemptStatus>): CaseStatus {
  const statuses = [...attempts].map(finalStatus);
  return statuses.find(isFailing) ?? (statuses.includes('skipped') ? 'skipped' : 'passed');
}

type Ended = { status: AttemptStatus; decision?: CaseResult['decision'] };

/**
 * The status of a case: of all its attempts, as `summarizeStatuses` says, or what they decided together. A case that is good
 * passes whatever single attempts did; one that nothing was decided of has not passed.
 */
export function statusOfCase(attempts: readonly Ended[]): CaseStatus {
  const decision = attempts.find((attempt) => attempt.decision !== undefined)?.decision;
  if (decision === 'good') return 'passed';
  const status = summarizeStatuses(attempts.map((attempt) => attempt.status));
  return decision !== undefined && status === 'passed' ? 'failed' : status;
}

export function isFailing(status: CaseStatus): boolean {
  return status !== 'passed' && status !== 'skipped';
}

/** It ended without a verdict on what the agent said. */
export function isBroken(status: AttemptStatus): boolean {
  return status === 'error' || status === 'timeout';
}

/** An attempt that neither waits nor runs. */
export function hasEnded(status: AttemptStatus): status is CaseStatus {
  return status !== 'queued' && status !== 'running';
}

/** An attempt whose agent was asked, and that has come to its end. */
export function isJudged(status: AttemptStatus): status is Exclude<CaseStatus, 'skipped'> {
  return hasEnded(status) && status !== 'skipped';
}

/** A run that nobody finished in order may still have attempts that wait or run. */
function finalStatus(status: AttemptStatus): CaseStatus {
  return hasEnded(status) ? status : 'skipped';
}
