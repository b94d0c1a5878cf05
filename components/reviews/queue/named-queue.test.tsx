import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { attemptQuery, type LoadedReviewQueue, queueQuery, queueResultsQuery } from '@/lib/queries';
import { standardCase } from '@/runner/testing/case-factory';
import { NamedQueue } from './named-queue';

const suiteKey = 'tests/suite.jsonl';
const decisionFields = {
  queue: 'tone',
  runId: 'run-1',
  suiteKey,
  attempt: 1,
  otherRunId: '',
  otherAttempt: 0,
  decidedAt: 1,
};

async function showQueue(change: Partial<LoadedReviewQueue> = {}) {
  const run = await runCasesAndFoldEvents([standardCase({ id: 'A', input: 'hello A' }), standardCase({ id: 'B' })]);
  const open: LoadedReviewQueue = {
    name: 'tone',
    queue: { version: 1, question: 'Would you send it?', runs: 1, people: 1 },
    labels: [{ label: 'Send', means: 'good' }, { label: 'Never', means: 'bad' }, { label: 'Unsure' }],
    items: ['A', 'B'].map((caseId) => {
      const { attempts: _, ...announced } = run.row(caseId);
      return { runId: 'run-1', suiteKey, caseId, attempt: 1, otherRunId: '', otherAttempt: 0, announced };
    }),
    decisions: [],
    you: 'ann',
    ...change,
  };
  return renderView(<NamedQueue open={open} />, {
    answers(queries) {
      queries.setQueryData(queueQuery('tone').queryKey, open);
      queries.setQueryData(queueResultsQuery('tone').queryKey, {
        people: [{ people: ['ann', 'bob'], agreed: { count: 1, of: 2, low: 0.09, high: 0.91 }, kappa: null }],
        all: { people: 3, items: 2, alpha: { value: 0.5, low: -0.2, high: 0.9 } },
        conversations: [
          { runId: 'run-1', suiteKey, caseId: 'A', attempt: 1, status: 'passed', judged: null, verdict: 'bad' },
        ],
        disputed: 1,
      });
      for (const caseId of ['A', 'B']) {
        queries.setQueryData(attemptQuery('run-1', { suiteKey, caseId, attempt: 1 }).queryKey, run.attempt(caseId));
      }
    },
  });
}

const title = () => screen.getByRole('heading', { level: 2 }).textContent;

describe('a named queue', () => {
  it('asks its question, and has a key for each of its labels', async () => {
    await showQueue();
    expect(screen.getByText('Would you send it?')).toBeTruthy();
    const keys = ['Send', 'Never', 'Unsure'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts'),
    );
    expect(keys).toEqual(['1', '2', '3']);
    expect([title(), screen.queryByRole('region', { name: 'Verdict' })]).toEqual(['A', null]);
  });

  it('leaves out what enough others have decided', async () => {
    await showQueue({ decisions: [{ ...decisionFields, caseId: 'A', reviewer: 'bob', label: 'Send', note: '' }] });
    expect(title()).toBe('B');
  });

  it('ends with the answers, how far people agree, and rules to propose', async () => {
    const by = { ...decisionFields, reviewer: 'ann', note: '' };
    const { container } = await showQueue({
      decisions: [
        { ...by, caseId: 'A', label: 'Never', note: 'curt' },
        { ...by, caseId: 'B', label: 'Unsure' },
      ],
    });
    expect(await screen.findByRole('heading', { name: 'You decided 2 of 2 conversations' })).toBeTruthy();
    expect(container.textContent).toContain('ann and bob agree in 1 of 2 (9% to 91%) · κ undefined');
    expect(container.textContent).toContain('3 people on 2 conversations: Krippendorff’s α 0.50 (95%: -0.20 to 0.90)');
    expect(screen.getByText('What κ and α mean').closest('details')?.textContent).toContain('Undefined:');
    expect(container.textContent).toContain('1 on which people disagree');
    expect(screen.getByRole('link', { name: 'A' }).getAttribute('href')).toContain('panel=proposals');
    expect(screen.getByRole('region', { name: 'Your notes' }).textContent).toContain('“curt”');
  });

  it('has arrows for the sides of a pair, and names them only after the decision', async () => {
    const queue = { version: 1, question: 'Which?', runs: 1, people: 1 } as const;
    const { container } = await showQueue({ queue: { ...queue, compare: ['big', 'small'] } });
    expect(screen.getByRole('button', { name: 'The same' }).getAttribute('aria-keyshortcuts')).toBe('=');
    expect(screen.getByRole('button', { name: 'Left is better' }).getAttribute('aria-keyshortcuts')).toBe('ArrowLeft');
    expect(screen.getByText(/^Pair 1 of \d$/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open in the run' })).toBeNull();
    expect(container.textContent).not.toMatch(/big|small/);
  });
});
