import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { foldPlayedRun } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { reviewsQuery } from '@/lib/queries';
import { checkpoint, dynamicCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { ShareDialog } from './share-dialog';

it('lists what goes out, and ticks only what there is', async () => {
  const run = await foldPlayedRun(
    [dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'one' }), checkpoint({ id: 'two', after: ['one'] })] })],
    [
      scriptedAgent('echo', [{ content: 'one', toolCalls: [{ tool: 'find', arguments: {}, result: 7 }] }, 'two']),
      scriptedAgent('simulator', [JSON.stringify({ message: 'and?', goal_achieved: false, reasoning: '' })]),
    ],
  );
  const attempt = run.attempt('D');
  const { suiteKey, caseId } = attempt;
  const note = { suiteKey, caseId, attempt: 1, reviewer: 'ann', verdict: 'bad' as const, note: 'curt', reviewedAt: 0 };
  renderView(<ShareDialog runId="run-1" attempt={attempt} turn={2} onClose={() => undefined} />, {
    answers: (queries) =>
      queries.setQueryData(reviewsQuery('run-1').queryKey, {
        reviews: [note, { ...note, caseId: 'other' }],
        turnReviews: [],
        hintWords: [],
        labelled: [],
        you: 'ann',
      }),
  });
  const boxes = screen.getAllByRole('checkbox').map((box) => {
    if (!(box instanceof HTMLInputElement)) throw new Error('a checkbox is an input');
    return [box.labels?.[0]?.textContent, box.checked];
  });
  expect(boxes).toEqual([
    ['2 user messages', true],
    ['1 tool result', true],
    ['0 attachments', false],
    ['1 reviewer note', true],
  ]);
});
