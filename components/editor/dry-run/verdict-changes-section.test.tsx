import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { type RouteAnswers, verdictChangesQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';
import { VerdictChangesSection } from './verdict-changes-section';

const text = '{"id": "A", "input": "How much?"}\n';
const noChanges: RouteAnswers['POST /api/cases/changes'] = { changes: [], attempts: 3, runs: 2, olderRuns: 0 };

function Typist() {
  const { replace } = useCaseDocument();
  return (
    <button type="button" onClick={() => replace('{"id": "A", "input": "Why?"}\n')}>
      Type
    </button>
  );
}

function open(reply: RouteAnswers['POST /api/cases/changes']) {
  const openedFile = renderOpenCaseFile(
    <>
      <VerdictChangesSection />
      <Typist />
    </>,
    { text },
  );
  openedFile.queries.setQueryData(verdictChangesQuery('tests/suite.jsonl', text).queryKey, reply);
  return openedFile;
}

describe('what an edit would change in all stored runs', () => {
  it('is said when somebody asks', async () => {
    const { user } = open(noChanges);
    expect(screen.getByRole('status').textContent).toBe('');
    await user.click(screen.getByRole('button', { name: 'Show what would change' }));
    expect(screen.getByRole('status').textContent).toBe('3 attempts of 2 runs: no verdict would change.');
    await user.click(screen.getByRole('button', { name: 'Type' }));
    expect(screen.queryByText('3 attempts of 2 runs: no verdict would change.')).toBeNull();
  });

  it('lists the cases with the reason and a link to an attempt', async () => {
    const change = { caseId: 'A', count: 2, runId: 'run-1', attempt: 2 };
    const { user } = open({
      attempts: 5,
      runs: 2,
      olderRuns: 1,
      changes: [
        { ...change, was: 'passed', now: 'failed', why: 'never: tool_called refund, turn 2.' },
        { ...change, was: 'passed', now: 'open', count: 1 },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Show what would change' }));
    expect(screen.getByRole('status').textContent).toBe(
      '5 attempts of 2 runs: 2 would end differently, 1 needs a new run. 1 older run left out.',
    );
    const [first, second] = screen.getAllByRole('listitem');
    if (first === undefined || second === undefined) throw new Error('two changes are listed');
    expect(first.textContent).toContain('never: tool_called refund, turn 2.');
    expect(first.textContent).toContain('2 attempts');
    expect(within(first).getByRole('link', { name: 'A' }).getAttribute('href')).toBe(
      '/runs/run-1?suite=tests%2Fsuite.jsonl&case=A&attempt=2',
    );
    expect(second.textContent).toContain('Needs a run');
  });

  it('is looked for in older runs, too, when somebody wants that', async () => {
    const { user, queries } = open({ ...noChanges, olderRuns: 4 });
    queries.setQueryData(verdictChangesQuery('tests/suite.jsonl', text, true).queryKey, { ...noChanges, runs: 6 });
    await user.click(screen.getByRole('button', { name: 'Show what would change' }));
    await user.click(screen.getByRole('button', { name: 'Check all runs' }));
    expect(screen.getByRole('status').textContent).toBe('3 attempts of 6 runs: no verdict would change.');
    expect(screen.queryByRole('button', { name: 'Check all runs' })).toBeNull();
  });
});
