import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isJudgedByAccuracy } from '@/runner/fold';

/**
 * Returns the status to display. An attempt for which only the accuracy was measured is "measured" instead of "passed".
 */
export function toDisplayStatus<Status extends AttemptStatus | CaseStatus>(
  item: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isJudgedByAccuracy(item) ? 'measured' : status;
}
