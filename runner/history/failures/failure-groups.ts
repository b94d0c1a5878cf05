import type { CaseResult } from '../../contract/index.ts';
import { type CaseRow, caseKey, type RunState } from '../../fold/index.ts';
import {
  diagnose,
  type FailureCause,
  filterFailingRows,
  formatCauseHeadline,
  hashCause,
  MAX_CAUSES,
} from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createReaderWithoutToolResults } from '../log/event-row.ts';
import { createResultReader } from '../read/read-results.ts';
import { findRunCauses } from './find-run-causes.ts';
import { createLastPassingAttemptReader } from './last-passing.ts';

/** Attempts of a run that went wrong in the same way. */
export type FailureGroup = {
  /** The key of the cause, for filters. */
  key: string;
  /** The failure in one sentence, with names in backquotes. */
  headline: string;
  status: FailureCause['result']['status'];
  /** The number of failed attempts in the group. */
  attempts: number;
  cases: Pick<CaseRow, 'suiteKey' | 'id'>[];
};

/** The groups of a run, those with the most cases first; `failures` is the number of failed attempts. */
export type FailureGroups = { groups: FailureGroup[]; failures: number };

type FailedAttempt = { row: CaseRow; attempt: number; turn: number | undefined };

/** Returns the failures of a run by cause, as `why` shows them. */
export function readFailureGroups(database: Database, run: RunState): FailureGroups {
  const lastPassing = createLastPassingAttemptReader(database, run);
  const causes = findRunCauses(database, run, lastPassing);
  const failed = filterFailingRows(run.rows).flatMap((row) =>
    (causes.get(caseKey(row.suiteKey, row.id)) ?? []).map((attempt) => ({ row, ...attempt })),
  );
  const resultsOf = createResultReader(database, run.runId, createReaderWithoutToolResults(database));
  const byCause = [...Map.groupBy(failed, ({ cause }) => cause).values()].slice(0, MAX_CAUSES);
  const groups = byCause.flatMap((attempts) =>
    toFailureGroups(attempts, (row) => ({ results: resultsOf(row), passed: lastPassing(row) })),
  );
  return {
    groups: groups.toSorted((one, other) => other.cases.length - one.cases.length),
    failures: failed.length,
  };
}

type CaseResultsWithPass = { results: CaseResult[]; passed: CaseResult | undefined };

/** Puts attempts with the same cause into one group. The cause and headline come from the first attempt. */
function toFailureGroups(
  attempts: readonly FailedAttempt[],
  read: (row: CaseRow) => CaseResultsWithPass,
): FailureGroup[] {
  const [first] = attempts;
  if (first === undefined) return [];
  const { results, passed } = read(first.row);
  const result = results.find(({ attempt }) => attempt === first.attempt);
  const diagnosis = result && diagnose(result, first.row, passed);
  if (result === undefined || diagnosis === undefined) return [];
  const turns = new Set(attempts.map(({ turn }) => turn));
  const cases = new Map(attempts.map(({ row: { suiteKey, id } }) => [caseKey(suiteKey, id), { suiteKey, id }]));
  return [
    {
      key: hashCause(diagnosis.cause.fingerprint),
      headline: formatCauseHeadline({ diagnosis, severalTurns: turns.size > 1 }),
      status: result.status,
      attempts: attempts.length,
      cases: [...cases.values()],
    },
  ];
}
