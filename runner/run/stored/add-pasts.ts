import type { RunState } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { createLastPassReader, readCaseHistories } from '../../history/index.ts';
import { caseHistoryText } from '../../reporters/console/failure-lines.ts';
import { isFailure, type ResultReader } from '../../reporters/reported-cases.ts';
import { type FailingCaseHistories, type FailureCause, failureCauses } from '../../verdict/index.ts';

/** Reads the earlier history of the failed cases of a run. */
export function readFailingCaseHistories(database: Database, state: RunState): FailingCaseHistories {
  return readCaseHistories(database, state, state.rows.filter(isFailure));
}

/** Adds the history of failed cases to a run, for reports, and access to the last passing attempts. */
export function addFailingCaseHistories(database: Database, state: RunState, pasts: FailingCaseHistories): RunState {
  const lastPassing = createLastPassReader(database, state);
  return {
    ...state,
    lastPassing,
    pastWords: Object.fromEntries(Array.from(pasts, ([key, casePast]) => [key, caseHistoryText(casePast)])),
  };
}

/** The maximum number of failures that are explained at the end of a run, because reading more would take too long. */
const MOST_READ = 1_000;

/**
 * The failures of a run that has just ended, grouped by cause. Each is compared with the last passing attempt of its
 * case.
 */
export function collectFinalCauses(state: RunState, resultsOf: ResultReader): FailureCause[] | undefined {
  const failing = state.rows.filter(isFailure);
  const attempts = failing.reduce((sum, row) => sum + row.attempts.length, 0);
  return attempts > MOST_READ ? undefined : failureCauses(state, resultsOf).causes;
}
