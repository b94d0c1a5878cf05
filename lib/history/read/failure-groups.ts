import { type CaseRow, caseKey, type RunState } from '../../../runner/fold/index.ts';
import { causeKey, diagnosisHeadline, type FailureCause, failureCauses } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { createResultReader } from './read-results.ts';

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

/** The failures of a run by cause, as `why` has them. */
export function failureGroups(database: Database, { runId, rows }: RunState): FailureGroups {
  const { causes, count } = failureCauses(rows, createResultReader(database, runId));
  const groups = causes.map(groupOf).toSorted((one, other) => other.cases.length - one.cases.length);
  return { groups, failures: count };
}

function groupOf({ diagnosis, result, attempts }: FailureCause): FailureGroup {
  const cases = new Map(attempts.map(({ suiteKey, id }) => [caseKey(suiteKey, id), { suiteKey, id }]));
  return {
    key: causeKey(diagnosis.cause),
    headline: diagnosisHeadline(diagnosis),
    status: result.status,
    attempts: attempts.length,
    cases: [...cases.values()],
  };
}
