import * as z from 'zod';
import { type CaseStatus, reviewSchema } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';

/** A finished attempt of a case with its content at that time, and people's verdicts on it. */
export type LabelledAttempt = {
  runId: string;
  attempt: number;
  status: CaseStatus;
  reviews: z.infer<typeof reviewVerdictsSchema>;
};

type LabelledAttemptsRequest = { suiteKey: string; caseId: string; caseHash: string; limit: number };

const reviewVerdictsSchema = z.array(reviewSchema.pick({ reviewer: true, verdict: true }));

/** A SQL condition for imported conversations: skipped attempts that have events although their run was not stopped. */
const IS_IMPORTED_SQL = "(a.status = 'skipped' AND a.first_seq < a.last_seq AND r.status IN ('passed', 'failed'))";

/**
 * The newest attempts of a case with its current content, newest first. Attempts of forks and experiments are left out.
 * All imported conversations without a verdict are included, because they were not run with any version of the case.
 */
export function listLabelledAttempts({ sqlite }: Database, request: LabelledAttemptsRequest): LabelledAttempt[] {
  type LabelledAttemptRow = Omit<LabelledAttempt, 'reviews'> & { words: string };
  const rows = sqlite
    .prepare<[LabelledAttemptsRequest], LabelledAttemptRow>(
      `SELECT a.run_id AS runId, a.attempt, a.status, (
         SELECT json_group_array(json_object('reviewer', v.reviewer, 'verdict', v.verdict)) FROM reviews v
         WHERE v.run_id = a.run_id AND v.suite_key = a.suite_key AND v.case_id = a.case_id AND v.attempt = a.attempt
       ) AS words
       FROM attempts a JOIN runs r ON r.id = a.run_id
       WHERE a.suite_key = :suiteKey AND a.case_id = :caseId
         AND (${IS_IMPORTED_SQL} OR (a.case_hash = :caseHash AND a.status <> 'skipped'))
         AND r.deleted_at IS NULL AND ${noForkOrExperimentCondition('r')}
       ORDER BY r.ordinal DESC, a.attempt LIMIT :limit`,
    )
    .all(request);
  return rows.map(({ words, ...row }) => ({ ...row, reviews: reviewVerdictsSchema.parse(JSON.parse(words)) }));
}
