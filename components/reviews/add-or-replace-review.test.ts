import { describe, expect, it } from 'vitest';
import type { ReviewRequest } from '@/lib/queries';
import type { Review, TurnReview } from '@/runner/contract';
import { addOrReplaceReview } from './add-or-replace-review';

const attemptId = { suiteKey: 'tests/suite.jsonl', caseId: 'T001', attempt: 1 };
const ann: Review = { ...attemptId, reviewer: 'ann', verdict: 'good', note: 'well said', reviewedAt: 1 };
const others: Review[] = [
  { ...ann, reviewer: 'bob' },
  { ...ann, attempt: 2 },
  { ...ann, caseId: 'T002' },
  { ...ann, suiteKey: 'tests/other.jsonl' },
];

const reviewsAfter = (reviews: Review[], request: ReviewRequest) =>
  addOrReplaceReview({ reviews, turnReviews: [] }, request, 2).reviews;

describe('addOrReplaceReview', () => {
  it('replaces what the same person said of the attempt, and keeps the note unless there is another', () => {
    const review = { ...attemptId, reviewer: 'ann', verdict: 'bad' as const };
    expect(reviewsAfter([ann, ...others], review)).toEqual([...others, { ...ann, verdict: 'bad', reviewedAt: 2 }]);
    expect(reviewsAfter([ann], { ...review, note: '' })).toEqual([{ ...ann, verdict: 'bad', note: '', reviewedAt: 2 }]);
    expect(reviewsAfter(others, review)).toEqual([...others, { ...ann, verdict: 'bad', note: '', reviewedAt: 2 }]);
  });

  it('takes it back without a verdict', () => {
    expect(reviewsAfter([ann, ...others], { ...attemptId, reviewer: 'ann', verdict: null })).toEqual(others);
  });

  it('keeps what is said of a turn apart from what is said of the attempt and of other turns', () => {
    const first: TurnReview = { ...ann, turn: 1 };
    const second: TurnReview = { ...ann, turn: 2 };
    const review = { ...attemptId, reviewer: 'ann', turn: 2 };
    const cachedReviews = { reviews: [ann], turnReviews: [first, second] };
    expect(addOrReplaceReview(cachedReviews, { ...review, verdict: 'bad' }, 2)).toEqual({
      reviews: [ann],
      turnReviews: [first, { ...second, verdict: 'bad', reviewedAt: 2 }],
    });
    expect(addOrReplaceReview(cachedReviews, { ...review, verdict: null }, 2)).toEqual({
      reviews: [ann],
      turnReviews: [first],
    });
  });
});
