import type { Review } from '@/runner/contract';
import type { LabelledVerdict } from '@/runner/verdict';
import type { QueuedAttempt } from './use-queue';

/** What a person said of an attempt that was drawn. */
export type ReviewedAttempt = { attempt: QueuedAttempt; place: number; review: Review };

/** What people agree with where no judge decided alone: all checks of a case together. */
export const WHOLE_RUN = 'the run';

/** Holds words of a person against each judge that decided alone, and against the run, unless one judge decided all of it. */
export function labelledBySample(reviewed: readonly ReviewedAttempt[]): LabelledVerdict[] {
  const counted = reviewed.filter(({ review }) => review.verdict !== 'not_agent');
  const ofJudges = counted.flatMap(({ attempt: { judged }, review }) =>
    judged === null ? [] : [{ ...judged, isGood: review.verdict === 'good' }],
  );
  const judges = new Set(ofJudges.map(({ judge, model }) => `${judge}\n${model}`));
  if (judges.size === 1 && ofJudges.length === counted.length) return ofJudges;
  const ofRun = counted.map(({ attempt, review }) => ({
    judge: WHOLE_RUN,
    model: '',
    criterion: '',
    held: attempt.status === 'passed',
    isGood: review.verdict === 'good',
  }));
  return [...ofRun, ...ofJudges];
}

/** The attempts on which the person and the run differ. */
export function disagreements(reviewed: readonly ReviewedAttempt[]): ReviewedAttempt[] {
  return reviewed.filter(
    ({ attempt: { status }, review: { verdict } }) =>
      (verdict === 'good' && status === 'failed') || (verdict === 'bad' && status === 'passed'),
  );
}
