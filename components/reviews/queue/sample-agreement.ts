import type { Review } from '@/runner/contract';
import type { LabelledVerdict } from '@/runner/verdict';
import type { QueuedAttempt } from './queue-source';

/** A review of an attempt from the sample. */
export type ReviewedAttempt = { attempt: QueuedAttempt; place: number; review: Review };

/** A reviewer's verdict on an attempt, and the attempt's verdicts with which it is compared. */
type ComparedAttempt = {
  attempt: Pick<QueuedAttempt, 'status' | 'judged'>;
  review: Pick<Review, 'verdict'>;
};

/** Stands for all checks of a case together, in the place of a judge's name. */
export const RUN_JUDGE_NAME = 'the run';

/**
 * Pairs each review with the verdict of the run and, if one judge alone decided the attempt, with that judge's verdict.
 * If the same judge decided all attempts, the run's verdicts are left out, because they are the same.
 */
export function pairReviewsWithVerdicts(reviewedAttempts: readonly ComparedAttempt[]): LabelledVerdict[] {
  const agentReviews = reviewedAttempts.filter(({ review }) => review.verdict !== 'not_agent');
  const ofJudges = agentReviews.flatMap(({ attempt: { judged }, review }) =>
    judged === null ? [] : [{ ...judged, isGood: review.verdict === 'good' }],
  );
  const judges = new Set(ofJudges.map(({ judge, model }) => `${judge}\n${model}`));
  if (judges.size === 1 && ofJudges.length === agentReviews.length) return ofJudges;
  const ofRun = agentReviews.map(({ attempt, review }) => ({
    judge: RUN_JUDGE_NAME,
    model: '',
    criterion: '',
    held: attempt.status === 'passed',
    isGood: review.verdict === 'good',
  }));
  return [...ofRun, ...ofJudges];
}

/** Returns the attempts on which the reviewer disagrees with the run. */
export function findReviewDisagreements(reviewedAttempts: readonly ReviewedAttempt[]): ReviewedAttempt[] {
  return reviewedAttempts.filter(
    ({ attempt: { status }, review: { verdict } }) =>
      (verdict === 'good' && status === 'failed') || (verdict === 'bad' && status === 'passed'),
  );
}
