import { type AttemptId, caseKey, type RunState } from '../../fold/index.ts';
import { type Diagnosis, diagnose, type FailingCaseHistory, hashCause } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createReaderWithoutToolResults } from '../log/event-row.ts';
import { readAttemptResult } from '../read/attempt-result.ts';
import { findPassingRun, type PassedCase } from '../read/find-passing-run.ts';
import { readCaseHistories } from '../read/read-case-histories.ts';
import { type FailureGroups, readFailureGroups } from './failure-groups.ts';
import { createLastPassingAttemptReader } from './last-passing.ts';

/** Why an attempt failed, and the earlier results of its case. */
export type AttemptExplanation = {
  diagnosis: Diagnosis;
  past?: FailingCaseHistory;
  /** The number of other cases of the run that failed in the same way; undefined while the run is in progress. */
  alike?: number;
  /** The last passing attempt of the case. */
  passed?: PassedCase;
};

/** Returns the failures of the run by cause. A caller that has already read them can pass them here. */
type FailureGroupReader = (run: RunState) => FailureGroups;

/** Explains a failed attempt; undefined if it did not fail or is still running. */
export function explainAttempt(
  database: Database,
  run: RunState,
  { groupsOf = (state) => readFailureGroups(database, state), ...key }: AttemptId & { groupsOf?: FailureGroupReader },
): AttemptExplanation | undefined {
  const { runId, rows } = run;
  const row = rows.find(({ suiteKey, id }) => suiteKey === key.suiteKey && id === key.caseId);
  // Results of tools are not read, because no diagnosis of a failure uses them.
  const read = createReaderWithoutToolResults(database);
  const result = readAttemptResult(database, runId, key, read);
  if (row === undefined || result === undefined) return undefined;
  const diagnosis = diagnose(result, row, createLastPassingAttemptReader(database, run, [row])(row));
  if (diagnosis === undefined) return undefined;
  const casePast = readCaseHistories(database, run, [row]).get(caseKey(row.suiteKey, row.id));
  const passed = findPassingRun(database, { runId, caseHistory: casePast, ...key });
  const groups = run.finishedAt === undefined ? [] : groupsOf(run).groups;
  const group = groups.find(({ key: cause }) => cause === hashCause(diagnosis.cause.fingerprint));
  const others = group?.cases.filter(({ suiteKey, id }) => suiteKey !== row.suiteKey || id !== row.id);
  return { diagnosis, past: casePast, passed, alike: others?.length };
}
