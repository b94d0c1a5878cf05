import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isMeasured } from '@/runner/fold';

/** The status to display: "measured" instead of "passed" for an attempt of which only the accuracy is known. */
export function displayStatus<Status extends AttemptStatus | CaseStatus>(
  of: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isMeasured(of) ? 'measured' : status;
}
