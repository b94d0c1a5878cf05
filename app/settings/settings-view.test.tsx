import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { SettingsView } from './settings-view';

const { history } = servePages({ 'runner.config.json': '{}' });

it('old runs are deleted after they were shown, and brought back', async () => {
  for (const time of [1, 2, 3])
    await writeResults(history(), { runId: `run-${time}`, at: time, results: [caseResult()] });
  const { user } = renderView(<SettingsView />, { path: '/settings' });
  const oldRuns = within(await screen.findByRole('region', { name: 'Old runs' }));
  const section = () => screen.getByRole('region', { name: 'History' });
  expect(section().textContent).toContain('Runs3');
  expect(section().textContent).toContain('Deletednone');
  await user.clear(oldRuns.getByLabelText('Older than (days)'));
  await user.type(oldRuns.getByLabelText('Newest runs to keep per suite'), '1{Enter}');
  expect(await oldRuns.findByText(/2 runs to delete:/)).toBeTruthy();
  expect(oldRuns.getAllByRole('link', { name: 'tests/suite.jsonl' }).map((link) => link.getAttribute('href'))).toEqual([
    '/runs/run-1',
    '/runs/run-2',
  ]);
  await user.click(oldRuns.getByRole('button', { name: 'Delete 2 runs' }));
  expect(await oldRuns.findByText('2 runs deleted.')).toBeTruthy();
  await waitFor(() => expect(section().textContent).toContain('Deleted2 runs'));
  await user.click(oldRuns.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(section().textContent).toContain('Deletednone'));
  expect(section().textContent).toContain('Runs3');
});
