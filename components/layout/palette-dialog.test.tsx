import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
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
  const foundCases = ['R-10', 'R-11', 'R-12', 'R-13', 'R-14', 'R-15', 'R-16', 'R-17', 'R-1'].map((id, line) => ({
    suiteKey: 'tests/refunds.jsonl',
    id,
    title: 'A refund',
    line,
    kind: 'standard' as const,
    tags: [],
  }));
  await user.keyboard('r-1');
  act(() => void queries.setQueryData(caseSearchQuery('r-1').queryKey, { found: foundCases, hasMore: false }));
  const titles = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');
  await waitFor(() => expect(titles()[0]).toMatch(/^R-1 A refund/));
  const isRun = (title: string) => title.includes('-and-');
  expect(titles().findIndex(isRun)).toBeGreaterThan(titles().findLastIndex((title) => title.includes('A refund')));
});

it.each([
  ['with the pointer', (user, option) => user.hover(option)],
  ['with a key, and then another key', (user) => user.keyboard('{ArrowDown}{Control>}{/Control}')],
] satisfies [string, (user: UserEvent, option: Element) => Promise<void>][])(
  'a match chosen %s stays selected when a better one arrives',
  async (_, choose) => {
    const { user, queries } = renderPalette([run('first', 'tests/refunds.jsonl'), run('other', 'tests/refunds.jsonl')]);
    await user.keyboard('refunds');
    const second = screen.getAllByRole('option')[1];
    if (second === undefined) throw new Error('the second run is missing');
    await choose(user, second);
    await waitFor(() => expect(second.getAttribute('aria-selected')).toBe('true'));
    act(() => arriveCase(queries, 'refunds'));
    await screen.findByRole('option', { name: /R-1 A refund/ });
    expect(selectedTexts()).toEqual([second.textContent]);
  },
);

it('a chosen run stays selected when it ends', async () => {
  const first = run('first', 'tests/refunds.jsonl');
  const running = { ...run('other', 'tests/refunds.jsonl'), status: 'running' };
  const { user, queries } = renderPalette([first, running]);
  await user.keyboard('refunds{ArrowDown}');
  await waitFor(() => expect(selectedTexts()).toEqual([expect.stringContaining('running')]));
  act(() => arriveRuns(queries, [first, { ...running, status: 'failed' }]));
  await waitFor(() => expect(selectedTexts()).toEqual([expect.stringContaining('failed')]));
});

it('Enter opens the best match of those on the screen', async () => {
  const { user, queries, visited } = renderPalette([run('first', 'tests/refunds.jsonl')]);
  await user.keyboard('refunds');
  act(() => arriveCase(queries, 'refunds'));
  await screen.findByRole('option', { name: /R-1 A refund/ });
  expect(selectedTexts()).toEqual([expect.stringContaining('R-1 A refund')]);
  await user.keyboard('{Enter}');
  expect(visited).toEqual([expect.stringMatching(/R-1/)]);
});

function renderPalette(runs: readonly unknown[]) {
  return renderView(<PaletteDialog commands={[]} onClose={() => undefined} />, {
    answers: (queries) => arriveRuns(queries, runs),
  });
}

function arriveRuns(queries: QueryClient, runs: readonly unknown[]): void {
  queries.setQueryData<unknown>(runsQuery({ text: '', limit: 20 }).queryKey, {
    runs,
    hasMore: false,
    trends: {},
    stability: {},
  });
}

function arriveCase(queries: QueryClient, text: string): void {
  const found = [
    { suiteKey: 'tests/refunds.jsonl', id: 'R-1', title: 'A refund', line: 1, kind: 'standard', tags: [] },
  ];
  queries.setQueryData(caseSearchQuery(text).queryKey, { found, hasMore: false });
}

function selectedTexts() {
  return screen.getAllByRole('option', { selected: true }).map((option) => option.textContent);
}

function run(runId: string, suiteKey: string) {
  return { runId, suiteKey, status: 'passed', startedAt: 1, counts: emptyCounts(), passRate: null };
}
