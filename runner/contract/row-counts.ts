import { countStatuses } from './counts.ts';
import type { CaseRow } from './state.ts';
import type { Counts } from './summary.ts';

/** The attempts of a case by status; those that wait or run count as skipped. */
export function rowCounts({ attempts }: CaseRow): Counts {
  return countStatuses(
    attempts.map(({ status }) => (status === 'queued' || status === 'running' ? 'skipped' : status)),
  );
}
