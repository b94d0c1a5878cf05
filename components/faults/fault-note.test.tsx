import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { FaultHintReview } from '@/runner/fold';
import { FaultNote } from './fault-note';
import type { Fault } from './faults-of-attempt';
import { FaultHintReviewsContext } from './hint-reviews';

const leak: Fault = {
  by: 'simulator',
  kind: 'leak',
  turn: 2,
  severity: 'critical_hindered',
  confidence: 'likely',
  rule: 'names what it cannot know',
  evidence: '“ask_order, refund”',
};
const attemptId = { suiteKey: 'tests/suite.jsonl', caseId: 'D', attempt: 1 };
const word = (facts: Partial<FaultHintReview> = {}): FaultHintReview => ({
  ...attemptId,
  fault: 'simulator leak 2',
  reviewer: 'ann',
  word: 'confirmed',
  blames: 'simulator',
  ...facts,
});

function showHint(hintWords: readonly FaultHintReview[] = []) {
  const words: [fault: string, word: FaultHintReview['word']][] = [];
  const view = renderView(
    <FaultHintReviewsContext
      value={{
        said: hintWords,
        reviewer: 'ann',
        problem: undefined,
        reviewHint: (fault, each) => words.push([fault, each]),
      }}
    >
      <FaultNote fault={leak} />
    </FaultHintReviewsContext>,
  );
  return { ...view, words };
}

describe('a fault of an attempt', () => {
  it('says who, what, and what was found, and that it decided', () => {
    const limit: Fault = { ...leak, by: 'infra', kind: 'rate_limit', confidence: 'certain', evidence: 'status 429' };
    renderView(<FaultNote fault={limit} isDecisive />);
    const note = screen.getByRole('group', { name: 'Fault: infrastructure, rate limit' });
    expect(note.textContent).toContain('decided the outcome of the attempt');
    expect(note.textContent).toContain('status 429');
    expect(within(note).queryByRole('button')).toBeNull();
  });

  it('is confirmed or dismissed with one click where it is only likely', async () => {
    const { user, words } = showHint();
    const hint = screen.getByRole('group', { name: 'Hint: simulator, leak' });
    expect(hint.textContent).toContain('Not confirmed: does not change the pass rate');
    await user.click(within(hint).getByRole('button', { name: 'Confirm', pressed: false }));
    await user.click(within(hint).getByRole('button', { name: 'Dismiss', pressed: false }));
    expect(words).toEqual([
      ['simulator leak 2', 'confirmed'],
      ['simulator leak 2', 'dismissed'],
    ]);
  });

  it.each([
    ['ann confirmed it: not counted against the agent', [word()]],
    ['ann confirmed it; the fault did not decide the outcome of the attempt', [word({ blames: null })]],
    [
      'ann confirmed it, bob dismissed it: does not change the pass rate',
      [word(), word({ reviewer: 'bob', word: 'dismissed' })],
    ],
  ])('says where it stands: %s', (text, hintWords) => {
    showHint(hintWords);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm', pressed: true })).toBeTruthy();
  });

  it('has no buttons where nobody can answer, as in a report', () => {
    renderView(<FaultNote fault={leak} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
