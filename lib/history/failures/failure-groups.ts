import { type CaseRow, caseKey, type RunState } from '../../../runner/fold/index.ts';
import {
  causeKey,
  diagnose,
  diagnosisHeadline,
  type FailureCause,
  failingRows,
  MOST_CAUSES,
} from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { createResultReader } from '../read/read-results.ts';
import { withoutToolResults } from '../write/event-row.ts';
import { causesOfRun } from './causes-of-run.ts';

/** Attempts of a run that went wrong in the same way. */
export type FailureGroup = {
  /** Names the cause in a filter. */
  key: string;
  /** What went wrong, with the names in backquotes. */
  headline: string;
  status: FailureCause['result']['status'];
  /** The number of its attempts, and the cases they are of. */
  attempts: number;
  cases: Pick<CaseRow, 'suiteKey' | 'id'>[];
};

/** The groups of a run, those of most cases first; `failures` are the attempts that went wrong. */
export type FailureGroups = { groups: FailureGroup[]; failures: number };

type Attempt = { row: CaseRow; attempt: number };

/** The failures of a run by cause, as `why` has them. */
export function failureGroups(database: Database, run: RunState): FailureGroups {
  const causes = causesOfRun(database, run);
  const failed = failingRows(run.rows).flatMap((row) =>
    (causes.get(caseKey(row.suiteKey, row.id)) ?? []).map(({ attempt, cause }) => ({ row, attempt, cause })),
  );
  const resultsOf = createResultReader(database, run.runId, withoutToolResults(database));
  const byCause = [...Map.groupBy(failed, ({ cause }) => cause).values()].slice(0, MOST_CAUSES);
  const groups = byCause.flatMap((attempts) => groupOf(attempts, resultsOf));
  return {
    groups: groups.toSorted((one, other) => other.cases.length - one.cases.length),
    failures: failed.length,
  };
}

/** What the first attempt says of itself stands for the others. */
function groupOf(attempts: readonly Attempt[], resultsOf: ReturnType<typeof createResultReader>): FailureGroup[] {
  const [first] = attempts;
  const result = first && resultsOf(first.row).find(({ attempt }) => attempt === first.attempt);
  const diagnosis = result && diagnose(result, first.row);
  if (result === undefined || diagnosis === undefined) return [];
  const cases = new Map(attempts.map(({ row: { suiteKey, id } }) => [caseKey(suiteKey, id), { suiteKey, id }]));
  return [
    {
      key: causeKey(diagnosis.cause),
      headline: diagnosisHeadline(diagnosis),
      status: result.status,
      attempts: attempts.length,
      cases: [...cases.values()],
    },
  ];
}
