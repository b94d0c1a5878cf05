import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { RunsView } from './runs-view';

const { history } = servePages();
const goodSuite = 'tests/good.jsonl';
const badSuite = 'tests/bad.jsonl';

it('runs stand by day, by suite or as they are, with branch and commit', async () => {
  const failed = [caseResult({ status: 'failed' })];
  const midnight = new Date().setHours(0, 0, 0, 0);
  await writeResults(history(), { runId: 'run-1', at: midnight, suiteKey: badSuite, results: failed });
  await writeResults(history(), { runId: 'run-2', at: midnight + 1, suiteKey: goodSuite, results: [caseResult()] });
  await writeResults(history(), {
    runId: 'run-3',
    at: midnight + 2,
    suiteKey: badSuite,
    results: failed,
    gitCommit: 'c0ffee0123456789',
    options: { branch: 'prompts' },
  });
  const { user, searches, unmount } = renderView(<RunsView />, { path: '/runs' });
  const headings = () =>
    within(screen.getByRole('list', { name: 'Runs, newest first' }))
      .queryAllByRole('heading')
      .map(({ textContent }) => textContent);
  const rows = () => within(screen.getByRole('list', { name: 'Runs, newest first' })).getAllByRole('listitem');
  const group = async (by: string) =>
    user.click(within(screen.getByRole('group', { name: 'Group by' })).getByRole('button', { name: by }));
  await screen.findByRole('list', { name: 'Runs, newest first' });
  expect(headings()).toEqual(['Today 3 runs']);
  expect(rows()[0]?.textContent).toMatch(/prompts.*c0ffee0/);

  await group('Suite');
  await waitFor(() => expect(headings()).toEqual(['bad.jsonl 2 runs', 'good.jsonl 1 run']));
  expect(searches.at(-1)).toContain('by=suite');
  await group('None');
  await waitFor(() => expect(headings()).toEqual([]));
  expect(rows()).toHaveLength(3);
  unmount();
  renderView(<RunsView />, { path: '/runs', search: '?by=suite' });
  await screen.findByRole('list', { name: 'Runs, newest first' });
  expect(headings()).toHaveLength(2);
});

it('runs stand in the order of writing, and one whose clock was wrong says so', async () => {
  const now = Date.now();
  const write = (runId: string, time: number) =>
    writeResults(history(), { runId, at: time, suiteKey: goodSuite, results: [caseResult()] });
  await write('ahead', now + 40 * 86_400_000);
  await write('next', now - 1);
  await write('last', now);
  renderView(<RunsView />, { path: '/runs', search: '?by=none' });
  const list = await screen.findByRole('list', { name: 'Runs, newest first' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => /Clock was wrong|1 mo ahead/.exec(textContent ?? '')?.[0])).toEqual([
    undefined,
    'Clock was wrong',
    '1 mo ahead',
  ]);
});
