import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isMeasured } from '@/runner/fold';

/** The status to display: a "passed" attempt of which only accuracy is known was merely measured. */
export function displayStatus<Status extends AttemptStatus | CaseStatus>(
  of: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isMeasured(of) ? 'measured' : status;
}
