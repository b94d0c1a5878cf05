import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { attemptQuery, fullAttemptQuery } from '@/lib/queries';
import { standardCase } from '@/runner/testing/case-factory';
import type { DecidedConversation } from './decided-conversation';
import { SaveConversationsActions } from './save-decided-actions';

const suiteKey = 'tests/suite.jsonl';
const decidedConversation = (
  caseId: string,
  verdict: DecidedConversation['verdict'],
  note = '',
): DecidedConversation => ({
  runId: 'run-1',
  suiteKey,
  caseId,
  attempt: 1,
  verdict,
  note,
});

afterEach(() => vi.unstubAllGlobals());

async function showWork(conversations: DecidedConversation[]) {
  const run = await runCasesAndFoldEvents(['A', 'B', 'C'].map((id) => standardCase({ id, input: `hello ${id}` })));
  const sentRequests: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    if (body === undefined) return Response.json({ suites: [{ key: suiteKey, cases: 3 }] });
    const request = JSON.parse(body);
    sentRequests.push(request);
    if (request.id === 'B-turn-1') {
      const message = `${suiteKey} already has a case with the id "B-turn-1".`;
      return Response.json({ error: { code: 'invalid_request', message } }, { status: 400 });
    }
    return Response.json(
      address.includes('bulk-edits') ? { caseIds: request.caseIds } : { id: request.id, target: suiteKey },
    );
  });
  const view = renderView(<SaveConversationsActions conversations={conversations} />, {
    answers(queries) {
      for (const caseId of ['A', 'B', 'C']) {
        const attemptId = { suiteKey, caseId, attempt: 1 };
        queries.setQueryData(attemptQuery('run-1', attemptId).queryKey, run.attempt(caseId));
        queries.setQueryData(fullAttemptQuery('run-1', attemptId).queryKey, run.attempt(caseId));
      }
    },
  });
  return { ...view, sent: sentRequests };
}

describe('the work that a decided queue leads to', () => {
  it('makes cases of the bad conversations at one press, and lists what was written and what was not', async () => {
    const { user, sent } = await showWork([
      decidedConversation('A', 'bad', 'curt'),
      decidedConversation('B', 'bad'),
      decidedConversation('C', 'good'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Turn these into cases' }));
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
    await user.click(screen.getByRole('button', { name: 'Write 2 cases' }));
    expect(within(await screen.findByRole('region', { name: 'Written' })).getByRole('list').textContent).toBe(
      'A-turn-1',
    );
    expect(screen.getByRole('alert').textContent).toContain(
      'B: tests/suite.jsonl already has a case with the id "B-turn-1".',
    );
    expect(sent[0]).toEqual({
      runId: 'run-1',
      suiteKey,
      caseId: 'A',
      attempt: 1,
      upTo: 1,
      target: suiteKey,
      id: 'A-turn-1',
      name: 'curt',
    });
  });

  it('gives the answers with verdict and note to the judges of the ticked cases', async () => {
    const { user, sent } = await showWork([
      decidedConversation('A', 'bad', 'curt'),
      decidedConversation('B', undefined),
      decidedConversation('C', 'good'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Use as examples for the judge' }));
    expect(screen.getByRole('button', { name: 'Give 2 examples' })).toHaveProperty('disabled', true);
    const cases = screen.getByRole('group', { name: 'Cases whose judge gets the examples' });
    await user.click(within(cases).getByRole('checkbox', { name: /^B/ }));
    await user.click(screen.getByRole('button', { name: 'Give 2 examples' }));
    expect(await screen.findByRole('region', { name: 'Written' })).toBeTruthy();
    expect(sent).toMatchObject([
      {
        suiteKey,
        caseIds: ['B'],
        mark: { kind: 'examples', examples: [{ verdict: 'bad', note: 'curt' }, { verdict: 'good' }] },
      },
    ]);
  });
});
