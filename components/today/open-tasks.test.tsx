import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { Overview } from '@/lib/queries';
import { OpenTasks } from './open-tasks';

const noWork: Overview['work'] = {
  toReview: { attempts: 0, runId: null },
  quarantined: { cases: 0, runId: null },
  cost: [],
};

it('leads to the proposals of the first case with inferred rules', () => {
  const first = { suiteKey: 'tests/a b.jsonl', caseId: 'refund' };
  renderView(<OpenTasks of={noWork} proposals={{ rules: 3, first }} />);
  expect(screen.getByRole('link', { name: '3 rules' }).getAttribute('href')).toBe(
    '/cases/tests/a%20b.jsonl?case=refund&panel=proposals',
  );
});

it('has no link if nothing waits', () => {
  renderView(<OpenTasks of={noWork} proposals={{ rules: 0, first: null }} />);
  expect(screen.getByText('Inferred rules to accept').nextSibling?.textContent).toBe('None');
  expect(screen.queryByRole('link')).toBeNull();
});
