import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { caseSearchQuery, runsQuery } from '@/lib/queries';
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
