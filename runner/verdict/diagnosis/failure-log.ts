import type { AnnouncedCase, CaseResult, RunEvent } from '../../contract/index.ts';
import {
  type CaseKey,
  type CaseRow,
  caseKey,
  computeCaseStatus,
  isExcluded,
  isFailing,
  type RunState,
} from '../../fold/index.ts';
import type { LoadLastPassingAttempt } from '../cause/diagnose-cause.ts';
import type { FailingCaseHistory } from './case-history.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';

/** The earlier results of cases, by case key. */
export type FailingCaseHistories = ReadonlyMap<CaseKey, FailingCaseHistory>;

/** The ids that identify a failed attempt in a list. */
export type FailedAttemptId = { suiteKey: string; id: string; attempt: number };

/** Attempts that failed in the same way; only the first of them is kept in full. */
export type FailureCause = {
  diagnosis: Diagnosis;
  result: CaseResult;
  attempts: FailedAttemptId[];
  /** True if the attempts failed in different turns. */
  severalTurns?: boolean;
};

/**
 * The causes of failures and the earlier results of cases, at the end of a run. If `causes` is missing, the causes
 * collected during the run are used.
 */
export type ExplainedFailures = { pasts: FailingCaseHistories; causes?: readonly FailureCause[] | undefined };

/** The failures of a stored run by cause; `count` is the number of failed attempts. */
type FailureCauses = { causes: FailureCause[]; count: number; failing: CaseRow[] };

/** Groups the failures of a run by cause. Loads the results of only one case at a time. */
export function groupFailuresByCause(
  { rows, lastPassing }: Pick<RunState, 'rows' | 'lastPassing'>,
  resultsOf: (row: CaseRow) => CaseResult[],
): FailureCauses {
  const failing = filterFailingRows(rows);
  const log = createFailureLog(rows, lastPassing);
  for (const row of failing) {
    for (const result of resultsOf(row)) if (isFailing(result.status)) log.add(row.suiteKey, result);
  }
  return { causes: log.causes(), count: log.count(), failing };
}

/** Returns the failed cases of a run, without excluded cases. */
export function filterFailingRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter((row) => !isExcluded(row) && isFailing(computeCaseStatus(row.attempts)));
}

/** The maximum number of causes that are kept for a large run. */
export const MAX_CAUSES = 100;

/** Groups failures by cause; the groups are in the order of their first failure. */
export function createFailureLog(
  announcedCases: Iterable<AnnouncedCase> = [],
  lastPassing?: LoadLastPassingAttempt,
): FailureLog {
  // Keeps only the checkpoints of each case in memory, because a run may have a hundred thousand cases.
  const checkpoints = new Map<CaseKey, AnnouncedCase['checkpoints']>();
  const addAnnouncedCases = (cases: Iterable<AnnouncedCase>): void => {
    for (const each of cases) {
      if (each.checkpoints !== undefined) checkpoints.set(caseKey(each.suiteKey, each.id), each.checkpoints);
    }
  };
  addAnnouncedCases(announcedCases);
  const causes = new Map<string, FailureCause>();
  let count = 0;
  return {
    readAnnouncedCases(event) {
      if (event.type === 'run.started' || event.type === 'cases.announced') addAnnouncedCases(event.cases);
    },
    add(suiteKey, result) {
      const row = { suiteKey, id: result.id, checkpoints: checkpoints.get(caseKey(suiteKey, result.id)) };
      const diagnosis = diagnose(result, row, lastPassing?.(row));
      if (diagnosis === undefined) return undefined;
      count += 1;
      const existingCause = causes.get(diagnosis.cause.fingerprint);
      const attempt = { suiteKey, id: result.id, attempt: result.attempt };
      if (existingCause !== undefined) {
        existingCause.attempts.push(attempt);
        if (existingCause.diagnosis.cause.turn !== diagnosis.cause.turn) existingCause.severalTurns = true;
      } else if (causes.size < MAX_CAUSES)
        causes.set(diagnosis.cause.fingerprint, { diagnosis, result, attempts: [attempt] });
      return existingCause?.attempts[0];
    },
    removeCase(suiteKey, id) {
      for (const [cause, { attempts, ...first }] of causes) {
        const others = attempts.filter((each) => each.id !== id || each.suiteKey !== suiteKey);
        count -= attempts.length - others.length;
        if (others.length === 0) causes.delete(cause);
        else causes.set(cause, { ...first, attempts: others });
      }
    },
    causes: () => [...causes.values()],
    count: () => count,
  };
}

export type FailureLog = {
  /** Reads the run's cases from its events. */
  readAnnouncedCases(event: RunEvent): void;
  /** Adds a failed attempt. Returns the first attempt that failed in the same way. */
  add(suiteKey: string, result: CaseResult): FailedAttemptId | undefined;
  /** Removes all attempts of a case. */
  removeCase(suiteKey: string, id: string): void;
  causes(): FailureCause[];
  /** The number of failed attempts, including those whose causes were not kept. */
  count(): number;
};
