import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isJudgedByAccuracy } from '@/runner/fold';

/** The status to display: "measured" instead of "passed" for an attempt of which only the accuracy is known. */
export function toDisplayStatus<Status extends AttemptStatus | CaseStatus>(
  item: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isJudgedByAccuracy(item) ? 'measured' : status;
}
