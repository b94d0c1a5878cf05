import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { attemptQuery, type ReviewRequest, type ReviewSample } from '@/lib/queries';
import type { Review } from '@/runner/contract';
import { standardCase } from '@/runner/testing/case-factory';
import type { ReviewedAttemptId } from '../add-or-replace-review';
import { ReviewQueue } from './review-queue';

const bye = [{ type: 'contains' as const, value: 'bye' }];
const cases = [
  standardCase({ id: 'A', input: 'hello A' }),
  standardCase({ id: 'B', input: 'hello B', assertions: bye }),
  standardCase({ id: 'C', input: 'hello C' }),
];
const suiteKey = 'tests/suite.jsonl';

async function showQueue(reviews: Review[] = []) {
  const run = await runCasesAndFoldEvents(cases);
  const attempts = cases.map(({ id }): ReviewSample['attempts'][number] => {
    const { attempts: _, ...announced } = run.row(id);
    const status = id === 'B' ? 'failed' : 'passed';
    return { suiteKey, caseId: id, attempt: 1, status, announced, judged: null };
  });
  const sentReviews: (ReviewedAttemptId & Pick<ReviewRequest, 'verdict' | 'note'>)[] = [];
  const view = renderView(
    <ReviewQueue
      runId="run-1"
      sample={{ attempts, passed: 2, failed: 1, left: 0 }}
      reviews={{
        reviewer: 'ann',
        setReviewer: () => undefined,
        reviews,
        turnReviews: [],
        problem: undefined,
        sendReview: ({ caseId, attempt }, words) => sentReviews.push({ suiteKey, caseId, attempt, ...words }),
      }}
      onMore={undefined}
    />,
    {
      answers(queries) {
        for (const { id } of cases) {
          const key = { suiteKey, caseId: id, attempt: 1 };
          queries.setQueryData(attemptQuery('run-1', key).queryKey, run.attempt(id));
        }
      },
    },
  );
  return { ...view, sentReviews };
}

const attemptFields = { suiteKey, attempt: 1 };
const title = () => screen.getByRole('heading', { level: 2 }).textContent;

describe('the queue of reviews', () => {
  it('begins with the first that is not reviewed, and goes on with each verdict', async () => {
    const review: Review = { ...attemptFields, caseId: 'A', reviewer: 'ann', verdict: 'bad', note: '', reviewedAt: 1 };
    const { user, sentReviews } = await showQueue([review]);
    expect(title()).toBe('B');
    expect(screen.getByRole('listitem', { name: 'Turn 1' }).textContent).toContain('hello B');
    await user.keyboard('3');
    expect(title()).toBe('C');
    await user.keyboard('1');
    expect(sentReviews).toEqual([
      { ...attemptFields, caseId: 'B', verdict: 'not_agent' },
      { ...attemptFields, caseId: 'C', verdict: 'good' },
    ]);
    expect(await screen.findByRole('heading', { name: 'You reviewed 1 of 3 conversations' })).toBeTruthy();
  });

  it('shows no verdict before one is given, and no key tells it', async () => {
    const { user, sentReviews } = await showQueue();
    expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
    await user.keyboard('j');
    expect(screen.getByRole('list', { name: 'What the case asks for' }).textContent).toBe('contains bye');
    await user.keyboard('k3');
    expect(screen.queryByRole('alert')).toBeNull();
    expect([sentReviews, title()]).toEqual([[{ ...attemptFields, caseId: 'A', verdict: 'not_agent' }], 'B']);
    await user.keyboard('k');
    await user.click(screen.getByRole('switch', { name: 'Show verdicts before I decide' }));
    await user.keyboard('j');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('region', { name: 'Verdict' }).textContent).toContain('contains');
  });

  it('takes the last verdict back, with what was said before it', async () => {
    const former: Review = {
      ...attemptFields,
      caseId: 'A',
      reviewer: 'ann',
      verdict: 'bad',
      note: 'curt',
      reviewedAt: 1,
    };
    const { user, sentReviews } = await showQueue([former]);
    await user.keyboard('k1u');
    expect(sentReviews).toEqual([
      { ...attemptFields, caseId: 'A', verdict: 'good' },
      { ...attemptFields, caseId: 'A', verdict: 'bad', note: 'curt' },
    ]);
    expect(title()).toBe('A');
    await user.keyboard('u');
    expect(sentReviews).toHaveLength(2);
  });

  it('sends the note with the verdict', async () => {
    const { user, sentReviews } = await showQueue();
    await user.keyboard('n1 reason{Enter}2');
    expect(sentReviews).toEqual([{ ...attemptFields, caseId: 'A', verdict: 'bad', note: '1 reason' }]);
  });

  it('ends with a table of what the person and the run say, and leads to where they differ', async () => {
    const makeReview = (caseId: string, verdict: Review['verdict']): Review => ({
      ...attemptFields,
      caseId,
      reviewer: 'ann',
      verdict,
      note: '',
      reviewedAt: 1,
    });
    const { user } = await showQueue([makeReview('A', 'bad'), makeReview('B', 'bad'), makeReview('C', 'good')]);
    const table = await screen.findByRole('table', { name: 'Verdicts of the run compared with human reviews' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'You sayRun passedRun failedRight',
      'Good10100% (21% to 100%)',
      'Bad1150% (9% to 91%)',
      'Right50% (9% to 91%)100% (21% to 100%)67% (21% to 94%)',
    ]);
    await user.click(screen.getByRole('button', { name: 'A' }));
    expect(title()).toBe('A');
  });

  it('ends with the agreement of everyone who reviewed the run, on all their attempts', async () => {
    const makeReview = (reviewer: string, caseId: string, verdict: Review['verdict'], attempt = 1): Review => ({
      ...attemptFields,
      attempt,
      caseId,
      reviewer,
      verdict,
      note: '',
      reviewedAt: 1,
    });
    await showQueue([
      ...['A', 'B', 'C'].map((caseId) => makeReview('ann', caseId, 'good')),
      makeReview('ann', 'A', 'bad', 2),
      makeReview('bob', 'A', 'good'),
      makeReview('bob', 'A', 'good', 2),
      makeReview('eve', 'B', 'not_agent'),
      makeReview('', 'C', 'bad'),
    ]);
    const people = await screen.findByRole('region', { name: 'Agreement between people' });
    expect(
      within(people)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.split(' (')[0]),
    ).toEqual([
      expect.stringMatching(/^3 people on 3 conversations: Krippendorff’s α/),
      'ann and bob agree in 1 of 2',
      'ann and eve agree in 0 of 1',
    ]);
  });
});
