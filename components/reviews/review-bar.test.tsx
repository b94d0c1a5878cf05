import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { Review, ReviewVerdict } from '@/runner/contract';
import { ReviewBar } from './review-bar';

const review = (fields: Partial<Review> = {}): Review => ({
  suiteKey: 'tests/suite.jsonl',
  caseId: 'T001',
  attempt: 1,
  reviewer: 'ann',
  verdict: 'good',
  note: '',
  reviewedAt: Date.now() - 3_600_000,
  ...fields,
});

function showBar(barProps: Partial<Parameters<typeof ReviewBar>[0]> = {}) {
  const verdicts: ReviewVerdict[] = [];
  const notes: string[] = [];
  const names: string[] = [];
  const view = renderView(
    <ReviewBar
      reviewedAttempt="T001 1"
      isFailing
      reviewer="ann"
      setReviewer={(name) => names.push(name)}
      ownReview={undefined}
      others={[]}
      onReview={(verdict) => verdicts.push(verdict)}
      explain={(note) => notes.push(note)}
      problem={undefined}
      {...barProps}
    />,
  );
  return { ...view, given: verdicts, notes, names };
}

describe('the bar of reviews', () => {
  it('offers the three verdicts with their keys, none of them chosen, and no note before one is given', async () => {
    const { user, given } = showBar();
    const buttons = screen.getAllByRole('button', { pressed: false });
    expect(buttons.map((button) => button.textContent)).toEqual(['Good', 'Bad', 'Not the agent’s fault']);
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(['1', '2', '3']);
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Bad' }));
    expect(given).toEqual(['bad']);
  });

  it('offers no fault where the attempt passed, but lets one be taken back', () => {
    const { unmount } = showBar({ isFailing: false });
    expect(screen.queryByRole('button', { name: 'Not the agent’s fault' })).toBeNull();
    unmount();
    showBar({ isFailing: false, ownReview: review({ verdict: 'not_agent' }) });
    expect(screen.getByRole('button', { name: 'Not the agent’s fault', pressed: true })).toBeTruthy();
  });

  it('marks the verdict that is mine', () => {
    showBar({ ownReview: review({ verdict: 'not_agent' }) });
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Not the agent’s fault');
  });

  it('sends a note when it is left, and only when it has changed', async () => {
    const { user, notes } = showBar({ ownReview: review({ note: 'polite' }) });
    const note = screen.getByRole('textbox', { name: 'Note' });
    await user.click(note);
    await user.tab();
    expect(notes).toEqual([]);
    await user.type(note, ' and short{Enter}');
    expect(notes).toEqual(['polite and short']);
  });

  it('lets the name be changed, by keyboard too', async () => {
    const { user, names } = showBar();
    await user.click(screen.getByRole('button', { name: 'Reviewing as ann' }));
    const name = screen.getByRole('textbox', { name: 'Reviewing as' });
    expect(document.activeElement).toBe(name);
    await user.clear(name);
    await user.keyboard('bob{Enter}');
    expect(names).toEqual(['bob']);
    expect(screen.queryByRole('textbox', { name: 'Reviewing as' })).toBeNull();
  });

  it('shows what others say, with when and why', () => {
    showBar({
      others: [review({ reviewer: 'bob', verdict: 'bad', note: 'wrong price' }), review({ reviewer: 'eve' })],
    });
    const bar = screen.getByRole('region', { name: 'Review' });
    expect(bar.textContent).toContain('bob');
    expect(bar.textContent).toContain('“wrong price”');
    expect(bar.textContent).toContain('eve');
    expect(bar.querySelectorAll('time')).toHaveLength(2);
  });

  it('says when a review could not be saved', () => {
    showBar({ problem: 'The review of T001 was not saved: the disk is full' });
    expect(screen.getByRole('alert').textContent).toBe('The review of T001 was not saved: the disk is full');
  });
});
