import type { CaseRow, RunState } from './run-state.ts';

/** True if a run ended before all of its attempts were run. */
export function hasStoppedEarly({ status }: Pick<RunState, 'status'>): boolean {
  return status === 'cancelled' || status === 'interrupted';
}

/**
 * Lists the cases that a stopped run did not reach. Cases with `skip` are left out, because they have another reason.
 */
export function listCasesNotRun(state: Pick<RunState, 'status' | 'reason' | 'rows'>): CaseRow[] {
  if (!hasStoppedEarly(state)) return [];
  const reasons: readonly (string | undefined)[] = ['cancelled', state.status, state.reason];
  return state.rows.filter(({ attempts }) =>
    attempts.some(({ status, reason }) => status === 'queued' || (status === 'skipped' && reasons.includes(reason))),
  );
}
