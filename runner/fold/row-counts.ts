import type { Counts } from '../contract/index.ts';
import { hasEnded } from './case-status.ts';
import { countStatuses } from './counts.ts';
import type { CaseRow } from './run-state.ts';

/** The attempts of a case by status; those that wait or run count as skipped. */
export function rowCounts({ attempts }: CaseRow): Counts {
  return countStatuses(attempts.map(({ status }) => (hasEnded(status) ? status : 'skipped')));
}
