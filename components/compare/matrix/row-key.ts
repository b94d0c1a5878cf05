import type { MatrixRow } from '@/lib/queries';
import { type CaseKey, caseKey } from '@/runner/fold';

export function rowKey([suite, caseId]: MatrixRow, suites: readonly string[]): CaseKey {
  return caseKey(suites[suite] ?? '', caseId);
}
