import {
  type AttemptId,
  type AttemptKey,
  attemptKey,
  type FaultCounts,
  type RunState,
  summarizeFaults,
} from '../../fold/index.ts';
import { countRunFaults } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import { readAttemptResult } from './attempt-result.ts';
import { listHintReviews } from './hint-reviews.ts';

type ReviewedRun = { runId: string; faults?: FaultCounts | undefined };

type ReviewedCase = Pick<AttemptId, 'suiteKey' | 'caseId'>;

/**
 * Updates the fault counts of runs with human reviews and confirmed hints. With `isOfAttempt`, counts only the attempts
 * that it selects.
 */
export function applyFaultReviews<Found extends ReviewedRun>(
  database: Database,
  runs: readonly Found[],
  isOfAttempt: (address: ReviewedCase) => boolean = () => true,
): Found[] {
  const ids = JSON.stringify(runs.map(({ runId }) => runId));
  const reviewedRuns = new Set(
    database.sqlite
      .prepare<[string, string], string>(
        `SELECT run_id FROM reviews WHERE verdict = 'not_agent' AND run_id IN (SELECT value FROM json_each(?))
         UNION SELECT run_id FROM hints WHERE word = 'confirmed' AND run_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(ids, ids),
  );
  return runs.map((run) =>
    reviewedRuns.has(run.runId) ? { ...run, faults: countFaultsWithReviews(database, run, isOfAttempt) } : run,
  );
}

function countFaultsWithReviews(
  database: Database,
  { runId, faults = {} }: ReviewedRun,
  isOfAttempt: (address: ReviewedCase) => boolean,
): FaultCounts {
  const reviews = listReviews(database, runId).filter(
    (review) => review.verdict === 'not_agent' && isOfAttempt(review),
  );
  const hintWords = listHintReviews(database, runId).filter(isOfAttempt);
  const attemptIds = new Map<AttemptKey, AttemptId>();
  for (const { suiteKey, caseId, attempt } of [...reviews, ...hintWords]) {
    attemptIds.set(attemptKey({ suiteKey, caseId, attempt }), { suiteKey, caseId, attempt });
  }
  const rows = [...attemptIds.values()].flatMap((attemptId) => readAttemptRow(database, runId, attemptId));
  return countRunFaults({ rows, faults, reviews, hintWords });
}

/** Reads an attempt as a case row that contains no other attempts; empty if the attempt has no result. */
function readAttemptRow(database: Database, runId: string, { suiteKey, caseId, attempt }: AttemptId): RunState['rows'] {
  const result = readAttemptResult(database, runId, { suiteKey, caseId, attempt });
  if (result === undefined) return [];
  const { status, setAside, hash = '' } = result;
  const summary = {
    attempt,
    status,
    turns: 0,
    ...(setAside === undefined ? {} : { setAside }),
    ...summarizeFaults(result),
  };
  return [{ suiteKey, id: caseId, hash, kind: 'standard', attempts: [summary] }];
}
