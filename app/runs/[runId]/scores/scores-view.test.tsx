import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { runQuery } from '@/lib/queries';
import { finishedRun } from '@/runner/testing/finished-run';
import { createScoredReplies } from '@/runner/testing/scored-replies';
import { ScoresView } from './scores-view';

function showScores(search = '') {
  return renderView(<ScoresView runId="run-1" />, {
    path: '/runs/run-1/scores',
    search,
    answers: (queries) => queries.setQueryData(runQuery('run-1').queryKey, finishedRun(createScoredReplies()).state),
  });
}

function rows(): (string | null)[] {
  const table = screen.getByRole('table', { name: 'Scores of every case' });
  return [...table.querySelectorAll('tbody [role=row], tbody tr')].map(({ textContent }) => textContent);
}

describe('the table of all scores', () => {
  it('is sorted by how far the scores are from what was expected', async () => {
    const { user } = showScores();
    expect(rows()[0]).toContain('refund-close');
    await user.click(screen.getByRole('button', { name: 'Distance' }));
    await user.click(screen.getByRole('button', { name: 'Distance' }));
    expect(screen.getByRole('columnheader', { name: 'Distance' }).getAttribute('aria-sort')).toBe('descending');
    expect(rows()).toEqual([
      expect.stringMatching(/^Errorbroken/),
      expect.stringMatching(/^Failedrefund-far/),
      expect.stringMatching(/^Failedtoo-good/),
      expect.stringMatching(/^Passed/),
      expect.stringMatching(/^Passed/),
      expect.stringMatching(/^Passed/),
    ]);
    expect(screen.getByRole('row', { name: /too-good/ }).textContent).toContain('0.2 – 0.7Failed1+0.3Passed0.3+0.3');
  });

  it('is filtered, and the address keeps it', async () => {
    const { user, searches, unmount } = showScores();
    await user.type(screen.getByRole('textbox', { name: 'Filter the cases' }), '@refund');
    expect(await screen.findByText('2 of 6 cases')).toBeTruthy();
    await waitFor(() => expect(searches.at(-1)).toMatch(/q=(@|%40)refund/));
    unmount();
    showScores(searches.at(-1));
    expect(rows()).toHaveLength(2);
    expect(screen.getByRole('link', { name: /^refund-far/ }).getAttribute('href')).toMatch(
      /^\/runs\/run-1\?.*case=refund-far/,
    );
  });
});

it('scores are counted by tag and column, each figure with the cases behind it', async () => {
  const { user } = showScores();
  await user.click(screen.getByRole('tab', { name: 'By tag and column' }));
  const tags = within(await screen.findByRole('region', { name: 'Scores by tag' }));
  expect(tags.getByRole('row', { name: /^polite/ }).textContent).toContain('4 of 6');
  const channel = within(screen.getByRole('region', { name: 'Scores by channel' }));
  expect(channel.getByRole('row', { name: /^\(empty\)/ }).textContent).toContain('1 of 2');
  expect(channel.getByRole('row', { name: /^chat/ }).textContent).toContain('4 of 6');
  const href = channel.getByRole('link', { name: 'chat' }).getAttribute('href') ?? '';
  expect(href).toMatch(/^\/runs\/run-1\/scores\?q=/);
  showScores(href.slice(href.indexOf('?')));
  expect(await screen.findByText('3 of 6 cases')).toBeTruthy();
});

it('charts of scores say what they show, and have their numbers as tables', async () => {
  const { user } = showScores('?view=charts');
  expect(await screen.findByRole('img', { name: '6 scores of levenshtein, from 0 to 1; 3 in range' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Distribution of 5 scores of tone/ })).toBeTruthy();
  const tags = within(screen.getByRole('region', { name: 'Success rate by tag' }));
  await user.click(tags.getByText('Show table'));
  expect(tags.getByRole('row', { name: /^refund/ }).textContent).toContain('2 of 4');
  const ranges = within(screen.getByRole('region', { name: 'levenshtein: scores and their ranges' }));
  await user.click(ranges.getByText('Show table'));
  expect(ranges.getAllByRole('row')[1]?.textContent).toContain('broken0');
  expect(ranges.getByRole('link', { name: 'broken' }).getAttribute('href')).toContain('case=broken');
});
