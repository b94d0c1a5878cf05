import type { RunState } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { createLastPassingAttemptReader, readCaseHistories } from '../../history/index.ts';
import { formatCaseHistory } from '../../reporters/console/failure-lines.ts';
import { isFailedAndCounted, type ResultReader } from '../../reporters/reported-cases.ts';
import { type FailingCaseHistories, type FailureCause, groupFailuresByCause } from '../../verdict/index.ts';

/** Reads the earlier history of the failed cases of a run. */
export function readFailingCaseHistories(database: Database, state: RunState): FailingCaseHistories {
  return readCaseHistories(database, state, state.rows.filter(isFailedAndCounted));
}

/**
 * Adds to a run, for reports, the history of its failed cases and a function that reads their last passing attempts.
 */
export function addFailingCaseHistories(
  database: Database,
  state: RunState,
  caseHistories: FailingCaseHistories,
): RunState {
  const lastPassing = createLastPassingAttemptReader(database, state);
  return {
    ...state,
    lastPassing,
    pastWords: Object.fromEntries(Array.from(caseHistories, ([key, casePast]) => [key, formatCaseHistory(casePast)])),
  };
}

/** The maximum number of failures that are explained at the end of a run, because reading more would take too long. */
const MAX_EXPLAINED_FAILURES = 1_000;

/**
 * Returns the failures of a run that has just ended, grouped by cause. Each failure is compared with the last passing
 * attempt of its case.
 */
export function collectCausesOfFinishedRun(state: RunState, resultsOf: ResultReader): FailureCause[] | undefined {
  const failing = state.rows.filter(isFailedAndCounted);
  const attempts = failing.reduce((sum, row) => sum + row.attempts.length, 0);
  return attempts > MAX_EXPLAINED_FAILURES ? undefined : groupFailuresByCause(state, resultsOf).causes;
}
