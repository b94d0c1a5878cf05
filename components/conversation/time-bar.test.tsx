import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { emptyAttemptState } from '@/runner/fold';
import { TimeBar } from './time-bar';

const waits = [
  { turn: 1, phase: 'agent', startedAt: 0, endedAt: 400 },
  { turn: 2, phase: 'simulator', startedAt: 400, endedAt: 700 },
  { turn: 2, phase: 'agent', startedAt: 700, endedAt: 900 },
  { turn: 3, phase: 'agent', startedAt: 900, endedAt: 1_000 },
] as const;

function showBar(shownWaits: readonly (typeof waits)[number][]) {
  const openedTurns: number[] = [];
  const attempt = { ...emptyAttemptState({ suiteKey: 's', caseId: 'A', attempt: 1 }), waits: [...shownWaits] };
  return {
    ...renderView(<TimeBar attempt={attempt} onTurn={(turn) => openedTurns.push(turn)} />),
    opened: openedTurns,
  };
}

it('leads to turns with a click and with arrow keys, and says the same in words', async () => {
  const { user, opened } = showBar(waits);
  const totals = screen.getByRole('list', { name: 'Total time' }).textContent;
  expect(totals).toMatch(/agent 700ms.*simulator 300ms/);
  await user.click(screen.getByRole('button', { name: /^Turn 2: agent/ }));
  screen.getByRole('button', { name: /^Turn 1: agent/ }).focus();
  await user.keyboard('{ArrowRight>20/}{Enter}');
  expect(opened).toEqual([2, 3]);
});

it('is nothing where nobody was waited for', () => {
  expect(showBar([]).container.textContent).toBe('');
});
