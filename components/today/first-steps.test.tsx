import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { workspaceQuery } from '@/lib/queries';
import { FirstSteps } from './first-steps';

function showSteps(suites: string[]): void {
  renderView(<FirstSteps />, {
    answers: (queries) =>
      queries.setQueryData(workspaceQuery().queryKey, {
        folder: '/desk',
        folders: [],
        agents: [],
        connectors: [],
        suites: suites.map((key) => ({ key, cases: 1, problems: 0 })),
      }),
  });
}

it('offers an agent, conversations, and the example of a workspace without suites', () => {
  showSteps([]);
  expect(screen.getByRole('link', { name: 'Try an agent' }).getAttribute('href')).toBe('/try');
  expect(screen.getByRole('button', { name: 'Transcripts…' })).toBeTruthy();
  expect(screen.getByLabelText('File of conversations to import')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run the example' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Run a suite' })).toBeNull();
});

it('offers the suites of a workspace that has some, and no example', () => {
  showSteps(['tests/a.jsonl']);
  expect(screen.getByRole('link', { name: 'Run a suite' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Run the example' })).toBeNull();
});
