import type { AnnouncedCase } from '../../contract/index.ts';
import { type AttemptId, type AttemptStatus, attemptKey, type CaseRow, type RunState } from '../../fold/index.ts';
import { findDecidingJudge, type JudgedCheck, sampleAttemptsToReview } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import { readAttemptResult } from './attempt-result.ts';

const REVIEW_SAMPLE_SIZE = 20;

/** An attempt to review, with the data of the case from the start of the run. */
type SampledAttempt = AttemptId & { status: 'passed' | 'failed'; announced: AnnouncedCase };

/** `judged` is the result of the judge if this judge alone decided the attempt, otherwise null. */
type JudgedAttempt = { judged: JudgedCheck | null };

/** One batch of a run's passed and failed conversations for a person to review. */
export type ReviewSample = {
  attempts: (SampledAttempt & JudgedAttempt)[];
  passed: number;
  failed: number;
  /** The number of attempts that are in neither this batch nor an earlier one. */
  left: number;
};

type SampleRequest = {
  reviewer: string;
  part: number;
  /** The ids of the cases to review; if missing, all cases are reviewed. */
  cases?: readonly string[] | undefined;
};

/**
 * Draws the attempts of a run that a person is to review. The same run always gives the same sample; attempts that
 * others have reviewed come last.
 */
export function drawReviewSample(
  database: Database,
  state: RunState,
  { reviewer, part, cases }: SampleRequest,
): ReviewSample {
  const { runId } = state;
  const rows = cases === undefined ? state.rows : state.rows.filter(({ id }) => cases.includes(id));
  const all = rows.flatMap(listJudgedConversations);
  const byKey = new Map(all.map((attempt) => [attemptKey(attempt), attempt]));
  const passed = all.filter(({ status }) => status === 'passed');
  const failed = all.filter(({ status }) => status === 'failed');
  const others = listReviews(database, runId).filter((review) => review.reviewer !== reviewer);
  const reviewedByOthers = new Set(others.map(attemptKey));
  const findJudge = (attempt: AttemptId): JudgedCheck | undefined => {
    const result = readAttemptResult(database, runId, attempt);
    return result && findDecidingJudge(result);
  };
  const sampledAttempts = sampleAttemptsToReview(
    { passed, failed },
    {
      seed: runId,
      count: REVIEW_SAMPLE_SIZE,
      part,
      isReviewed: (attempt) => reviewedByOthers.has(attemptKey(attempt)),
      isJudged: (attempt) => findJudge(attempt) !== undefined,
    },
  );
  return {
    attempts: sampledAttempts.flatMap((sampledAttempt) => {
      const attempt = byKey.get(attemptKey(sampledAttempt));
      return attempt === undefined ? [] : [{ ...attempt, judged: findJudge(sampledAttempt) ?? null }];
    }),
    passed: passed.length,
    failed: failed.length,
    left: Math.max(0, all.length - (part + 1) * REVIEW_SAMPLE_SIZE),
  };
}

/**
 * Returns the judged attempts of a case that have turns. Attempts with errors are left out, because no judge decided
 * them.
 */
function listJudgedConversations({ attempts, ...announcedCase }: CaseRow): SampledAttempt[] {
  const { suiteKey, id: caseId } = announcedCase;
  return attempts.flatMap(({ attempt, status, turns }) =>
    isJudged(status) && turns > 0 ? [{ suiteKey, caseId, attempt, status, announced: announcedCase }] : [],
  );
}

function isJudged(status: AttemptStatus): status is SampledAttempt['status'] {
  return status === 'passed' || status === 'failed';
}
