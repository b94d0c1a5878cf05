import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { TurnReview as Review } from '@/runner/contract';
import { TurnReview } from './turn-review';
import { type TurnReviewState, TurnReviewsContext } from './turn-reviews-context';

const review: Review = {
  suiteKey: 'tests/suite.jsonl',
  caseId: 'A',
  attempt: 1,
  turn: 2,
  reviewer: 'ann',
  verdict: 'bad',
  note: 'curt',
  reviewedAt: Date.now(),
};

function showTurn(reviews: readonly Review[]) {
  const sentReviews: unknown[] = [];
  const context: TurnReviewState = {
    reviewer: 'ann',
    reviews,
    sendReview: (turn, words) => sentReviews.push({ turn, ...words }),
  };
  const view = renderView(
    <TurnReviewsContext value={context}>
      <TurnReview turn={2} />
    </TurnReviewsContext>,
  );
  return { ...view, sentReviews };
}

describe('the review of a turn', () => {
  it('is given with a click, and has no note before', async () => {
    const { user, sentReviews } = showTurn([{ ...review, turn: 1 }]);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Turn 2: Not the agent’s fault' }));
    expect(sentReviews).toEqual([{ turn: 2, verdict: 'not_agent' }]);
  });

  it('is taken back with another click, and has a note', async () => {
    const { user, sentReviews } = showTurn([review]);
    const note = screen.getByRole('textbox', { name: 'Note on turn 2' });
    await user.clear(note);
    await user.type(note, 'too short{Enter}');
    await user.click(screen.getByRole('button', { name: 'Turn 2: Bad', pressed: true }));
    expect(sentReviews).toEqual([
      { turn: 2, verdict: 'bad', note: 'too short' },
      { turn: 2, verdict: null },
    ]);
  });

  it('may be a comment alone, in the history as a note without a verdict', async () => {
    const { user, sentReviews } = showTurn([]);
    await user.click(screen.getByRole('button', { name: 'Turn 2: Comment' }));
    expect(sentReviews).toEqual([{ turn: 2, verdict: 'comment' }]);
    showTurn([{ ...review, reviewer: 'bob', verdict: 'comment', note: 'why not sooner?' }]);
    expect(document.body.textContent).toMatch(/Comment\s*bob.*“why not sooner\?”/);
  });

  it('stands beside what others say', () => {
    const { container } = showTurn([{ ...review, reviewer: 'bob', verdict: 'good' }]);
    expect(container.textContent).toMatch(/Good\s*bob.*“curt”/);
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  });
});
