import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isMeasured } from '@/runner/fold';

/** The status to display: "measured" instead of "passed" for an attempt of which only the accuracy is known. */
export function displayStatus<Status extends AttemptStatus | CaseStatus>(
  item: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isMeasured(item) ? 'measured' : status;
}
