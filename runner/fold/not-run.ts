import type { CaseRow, RunState } from './run-state.ts';

/** Returns true if a run ended before all of its attempts were executed. */
export function hasStoppedEarly({ status }: Pick<RunState, 'status'>): boolean {
  return status === 'cancelled' || status === 'interrupted';
}

/** Lists the cases that were not executed because the run was stopped. Cases with `skip` are not included. */
export function listCasesNotRun(state: Pick<RunState, 'status' | 'reason' | 'rows'>): CaseRow[] {
  if (!hasStoppedEarly(state)) return [];
  const reasons: readonly (string | undefined)[] = ['cancelled', state.status, state.reason];
  return state.rows.filter(({ attempts }) =>
    attempts.some(({ status, reason }) => status === 'queued' || (status === 'skipped' && reasons.includes(reason))),
  );
}
