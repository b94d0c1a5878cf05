import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { caseSearchQuery, runsQuery } from '@/lib/queries';
import { emptyCounts } from '@/runner/fold';
import { PaletteDialog } from './palette-dialog';

it('the palette chooses the best match although it arrives late', async () => {
  const { user, queries } = renderView(<PaletteDialog commands={[]} onClose={() => undefined} />, {
    answers: (queryClient) =>
      queryClient.setQueryData(runsQuery({ text: '', limit: 20 }).queryKey, {
        runs: [],
        hasMore: false,
        trends: {},
        stability: {},
      }),
  });
  await user.keyboard('never seen before');
  const options = () => screen.getAllByRole('option');
  const isChosen = () => options()[0]?.getAttribute('aria-selected');
  await waitFor(() => expect(options()).toHaveLength(1));
  await waitFor(() => expect(isChosen()).toBe('true'));
  const caseHit = {
    suiteKey: 'tests/late.jsonl',
    id: 'L-01',
    title: 'Never seen before',
    line: 1,
    kind: 'standard',
    tags: [],
  };
  act(
    () =>
      void queries.setQueryData(caseSearchQuery('never seen before').queryKey, { found: [caseHit], hasMore: false }),
  );
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()[0]?.textContent).toMatch(/L-01.*late/);
  await waitFor(() => expect(isChosen()).toBe('true'));
});

it('exact ids come first, and cases before runs', async () => {
  const runs = ['first', 'other'].map((id) => run(id, `tests/R-1-and-${id}.jsonl`));
  const { user, queries } = renderView(<PaletteDialog commands={[]} onClose={() => undefined} />, {
    answers: (queryClient) =>
      queryClient.setQueryData<unknown>(runsQuery({ text: '', limit: 20 }).queryKey, {
        runs,
        hasMore: false,
        trends: {},
        stability: {},
      }),
  });
  const found = ['R-10', 'R-11', 'R-12', 'R-13', 'R-14', 'R-15', 'R-16', 'R-17', 'R-1'].map((id, line) => ({
    suiteKey: 'tests/refunds.jsonl',
    id,
    title: 'A refund',
    line,
    kind: 'standard' as const,
    tags: [],
  }));
  await user.keyboard('r-1');
  act(() => void queries.setQueryData(caseSearchQuery('r-1').queryKey, { found, hasMore: false }));
  const titles = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');
  await waitFor(() => expect(titles()[0]).toMatch(/^R-1 A refund/));
  const isRun = (title: string) => title.includes('-and-');
  expect(titles().findIndex(isRun)).toBeGreaterThan(titles().findLastIndex((title) => title.includes('A refund')));
});

function run(runId: string, suiteKey: string) {
  return { runId, suiteKey, status: 'passed', startedAt: 1, counts: emptyCounts(), passRate: null };
}
