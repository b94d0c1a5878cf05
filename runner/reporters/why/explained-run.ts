import { type CaseRow, isFailing, type RunState } from '../../fold/index.ts';
import { type CasePasts, createFailureLog, type FailureCause } from '../failure-log.ts';
import { isFailure, type ResultsOf } from '../reported-cases.ts';

/** The failures of a stored run by cause, and what is known of them before. */
export type ExplainedRun = { state: RunState; causes: FailureCause[]; count: number; pasts: CasePasts };

export function explainRun(
  state: RunState,
  { resultsOf, pastsOf }: { resultsOf: ResultsOf; pastsOf: (failing: readonly CaseRow[]) => CasePasts },
): ExplainedRun {
  const failing = state.rows.filter(isFailure);
  const log = createFailureLog(state.rows);
  for (const row of failing) {
    for (const result of resultsOf(row)) if (isFailing(result.status)) log.add(row.suiteKey, result);
  }
  return { state, causes: log.causes(), count: log.count(), pasts: pastsOf(failing) };
}
