import type { CaseResult } from '../../contract/index.ts';
import { type CaseRow, caseKey, hasEnded, isFailing, type RunState } from '../../fold/index.ts';
import type { LoadLastPassingAttempt } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createReaderWithoutToolResults } from '../log/event-row.ts';
import { createAttemptResultReader } from '../read/attempt-result.ts';
import { findPassingRun } from '../read/find-passing-run.ts';
import { readCaseHistories } from '../read/read-case-histories.ts';

/**
 * Returns a function that reads the last passing attempt of a case on demand; failures are compared with this attempt.
 * All commands and pages use it, so that they name the same cause. Only cases in `rows` may be requested.
 */
export function createLastPassingAttemptReader(
  database: Database,
  run: RunState,
  rows: readonly CaseRow[] = run.rows,
): LoadLastPassingAttempt {
  let caseHistories: ReturnType<typeof readCaseHistories> | undefined;
  // Leaves out very long tool results: they don't help to find a cause.
  const readResult = createAttemptResultReader(database, createReaderWithoutToolResults(database));
  let last: { key: string; result: CaseResult | undefined } | undefined;
  return ({ suiteKey, id }) => {
    const key = caseKey(suiteKey, id);
    if (last?.key === key) return last.result;
    caseHistories ??= readCaseHistories(database, run, rows.filter(hasFailed));
    const lastPass = findPassingRun(database, {
      runId: run.runId,
      caseHistory: caseHistories.get(key),
      suiteKey,
      caseId: id,
      attempt: 1,
    });
    last = { key, result: lastPass && readResult(lastPass.runId, lastPass) };
    return last.result;
  };
}

function hasFailed({ attempts }: CaseRow): boolean {
  return attempts.some(({ status }) => hasEnded(status) && isFailing(status));
}
