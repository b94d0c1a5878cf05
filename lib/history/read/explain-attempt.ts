import { type AttemptKey, caseKey, isFailing, type RunState } from '../../../runner/fold/index.ts';
import { type CasePast, type Diagnosis, diagnose } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { withoutToolResults } from '../write/event-row.ts';
import { attemptResult } from './attempt-result.ts';
import { casePasts } from './case-pasts.ts';
import { type PassedPlace, passedBefore } from './passed-before.ts';
import { createResultReader } from './read-results.ts';

/** Why an attempt failed, and what is known of its case. */
export type Explanation = {
  diagnosis: Diagnosis;
  past?: CasePast;
  /** Other cases of the run that went wrong in the same way; nothing while the run goes on, or has too many to look at. */
  alike?: number;
  /** The attempt that passed last. */
  passed?: PassedPlace;
};

const MOST_COMPARED = 200;

/** Explains an attempt that failed; nothing for one that did not, or goes on. */
export function explainAttempt(database: Database, run: RunState, key: AttemptKey): Explanation | undefined {
  const { runId, rows } = run;
  const row = rows.find(({ suiteKey, id }) => suiteKey === key.suiteKey && id === key.caseId);
  // No diagnosis looks at what tools answered.
  const read = withoutToolResults(database);
  const result = attemptResult(database, runId, key, read);
  if (row === undefined || result === undefined) return undefined;
  const diagnosis = diagnose(result, row);
  if (diagnosis === undefined) return undefined;
  const past = casePasts(database, run, [row]).get(caseKey(row.suiteKey, row.id));
  const passed = passedBefore(database, { runId, past, ...key });
  const failing = rows.filter((each) => each !== row && each.attempts.some(({ status }) => hasFailed(status)));
  if (run.finishedAt === undefined || failing.length > MOST_COMPARED) return { diagnosis, past, passed };
  const resultsOf = createResultReader(database, runId, read);
  const alike = failing.filter((each) =>
    resultsOf(each).some((other) => diagnose(other, each)?.cause === diagnosis.cause),
  );
  return { diagnosis, past, passed, alike: alike.length };
}

function hasFailed(status: RunState['rows'][number]['attempts'][number]['status']): boolean {
  return status !== 'queued' && status !== 'running' && isFailing(status);
}
