import type { AnnouncedCase, CaseResult, RunEvent } from '../../contract/index.ts';
import {
  type CaseKey,
  type CaseRow,
  caseKey,
  isFailing,
  isSetAside,
  type RunState,
  statusOfCase,
} from '../../fold/index.ts';
import type { LastPassing } from '../cause/cause-of.ts';
import type { CasePast } from './case-past.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';

/** What is known of cases before, by their keys. */
export type CasePasts = ReadonlyMap<CaseKey, CasePast>;

/** An attempt that went wrong, as a list names it. */
export type NamedAttempt = { suiteKey: string; id: string; attempt: number };

/** Attempts that went wrong in the same way; of the first of them everything is known. */
export type FailureCause = {
  diagnosis: Diagnosis;
  result: CaseResult;
  attempts: NamedAttempt[];
  /** Not all of them went wrong in the same turn. */
  severalTurns?: boolean;
};

/** What is known of failures at the end of a run; without causes they are those that were seen while it went on. */
export type ExplainedFailures = { pasts: CasePasts; causes?: readonly FailureCause[] | undefined };

/** What went wrong in a run that is stored, by cause; `count` are the attempts that did. */
type FailureCauses = { causes: FailureCause[]; count: number; failing: CaseRow[] };

/** Puts the failures of a run together by cause. The results of a case are asked for when it is its turn. */
export function failureCauses(
  { rows, lastPassing }: Pick<RunState, 'rows' | 'lastPassing'>,
  resultsOf: (row: CaseRow) => CaseResult[],
): FailureCauses {
  const failing = failingRows(rows);
  const log = createFailureLog(rows, lastPassing);
  for (const row of failing) {
    for (const result of resultsOf(row)) if (isFailing(result.status)) log.add(row.suiteKey, result);
  }
  return { causes: log.causes(), count: log.count(), failing };
}

/** The cases of a run that went wrong, without those that are set aside. */
export function failingRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter((row) => !isSetAside(row) && isFailing(statusOfCase(row.attempts)));
}

/** What is kept of a large run. */
export const MOST_CAUSES = 100;

/** Collects what went wrong in a run by cause, in the order of the first of each. */
export function createFailureLog(announcedCases: Iterable<AnnouncedCase> = [], lastPassing?: LastPassing): FailureLog {
  // Nothing else of a case is needed: a run may have a hundred thousand.
  const checkpoints = new Map<CaseKey, AnnouncedCase['checkpoints']>();
  const know = (cases: Iterable<AnnouncedCase>): void => {
    for (const each of cases) {
      if (each.checkpoints !== undefined) checkpoints.set(caseKey(each.suiteKey, each.id), each.checkpoints);
    }
  };
  know(announcedCases);
  const causes = new Map<string, FailureCause>();
  let count = 0;
  return {
    note(event) {
      if (event.type === 'run.started' || event.type === 'cases.announced') know(event.cases);
    },
    add(suiteKey, result) {
      const row = { suiteKey, id: result.id, checkpoints: checkpoints.get(caseKey(suiteKey, result.id)) };
      const diagnosis = diagnose(result, row, lastPassing?.(row));
      if (diagnosis === undefined) return undefined;
      count += 1;
      const existing = causes.get(diagnosis.cause.fingerprint);
      const attempt = { suiteKey, id: result.id, attempt: result.attempt };
      if (existing !== undefined) {
        existing.attempts.push(attempt);
        if (existing.diagnosis.cause.turn !== diagnosis.cause.turn) existing.severalTurns = true;
      } else if (causes.size < MOST_CAUSES)
        causes.set(diagnosis.cause.fingerprint, { diagnosis, result, attempts: [attempt] });
      return existing?.attempts[0];
    },
    forget(suiteKey, id) {
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
  /** Hears which cases there are. */
  note(event: RunEvent): void;
  /** Answers the first attempt that went wrong in the same way. */
  add(suiteKey: string, result: CaseResult): NamedAttempt | undefined;
  /** Takes all attempts of a case back. */
  forget(suiteKey: string, id: string): void;
  causes(): FailureCause[];
  /** The attempts that went wrong, also those of causes that are not kept. */
  count(): number;
};
