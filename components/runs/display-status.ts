import type { CaseKind, CaseStatus } from '@/runner/contract';
import { type AttemptStatus, isMeasured } from '@/runner/fold';

/** The status of an attempt as it is shown: one of which only an accuracy is known did not pass, it was measured. */
export function displayStatus<Status extends AttemptStatus | CaseStatus>(
  of: { kind: CaseKind },
  status: Status,
): Status | 'measured' {
  return status === 'passed' && isMeasured(of) ? 'measured' : status;
}
