import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DiagnosisNote } from '@/components/conversation/diagnosis-note';
import { renderView } from '@/components/testing/render-view';
import type { AttemptExplanation } from '@/lib/queries';
import { caseKey } from '@/runner/fold';
import { buildDiagnosedTurn } from '@/runner/verdict';
import { CaseHealthContext, CaseHealthCounts, CaseRowHealthBadge } from './case-health';
import { DiagnosisCard } from './diagnosis-card';

const attemptId = { suiteKey: 'tests/shop.jsonl', caseId: 'D', attempt: 1 };

const unmeasured = { passed: 0, judged: 2, bounds: { low: 0, high: 0.8 } };

const explanation: AttemptExplanation = {
  diagnosis: {
    cause: {
      turn: 2,
      party: 'agent',
      confidence: 'likely',
      fingerprint: 'offer wrong text',
      sentence: 'Wrong text at T2; `offer` was never reached',
      evidence: ['now: "no refund"'],
    },
    problems: [{ kind: 'stuck', checkpoint: 'offer', since: 2, waiting: [] }],
    faults: [],
  },
  past: {
    standing: { state: 'broken', ...unmeasured, since: { runId: 'run-2', startedAt: 1_000 } },
    isNewlyFailing: false,
    runs: 2,
    lastPassed: { runId: 'run-1', startedAt: 0 },
    firstBad: { runId: 'run-2', startedAt: 1_000 },
    changes: ['agent changed (prompts)'],
  },
  alike: 3,
  passed: { runId: 'run-1', ...attemptId },
};

function showCard(explanationFields: Partial<AttemptExplanation> = {}) {
  const turns: number[] = [];
  const besideChanges: boolean[] = [];
  const view = renderView(
    <DiagnosisCard
      explanation={{ ...explanation, ...explanationFields }}
      attemptId={attemptId}
      onTurn={(turn) => turns.push(turn)}
      isBesidePassed={false}
      onBeside={(isBeside) => besideChanges.push(isBeside)}
    />,
  );
  return { ...view, turns, besides: besideChanges, card: screen.getByRole('region', { name: 'Why it failed' }) };
}

describe('the card of a failed case', () => {
  it('says what, since when and what changed, and every part leads on', async () => {
    const { card, user, turns, besides } = showCard();
    expect(card.textContent).toContain('Wrong text at T2; offer was never reached');
    expect(card.textContent).toContain('now: "no refund"');
    expect(card.textContent).toContain('agent changed (prompts)');
    expect(card.textContent).toContain('same cause as 3 other cases');
    const passed = within(card).getByRole('link', { name: /^last passed/ });
    expect(passed.getAttribute('href')).toBe('/runs/run-1?suite=tests%2Fshop.jsonl&case=D');
    expect(
      within(card)
        .getByRole('link', { name: /^Broken since/ })
        .getAttribute('href'),
    ).toContain('/runs/run-2?');
    await user.click(within(card).getByRole('button', { name: 'Go to T2' }));
    await user.click(within(card).getByRole('button', { name: 'Where it diverged', pressed: false }));
    expect([turns, besides]).toEqual([[2], [true]]);
  });

  it('unfolds on a narrow screen', async () => {
    const { card, user } = showCard();
    await user.click(within(card).getByRole('button', { name: 'Details of the failure', expanded: false }));
    expect(within(card).getByRole('button', { name: 'Details of the failure', expanded: true })).toBeTruthy();
    expect(within(card).getByRole('list').className).not.toContain('hidden');
  });

  it('says nothing where nothing is known', () => {
    const { card } = showCard({ past: undefined, alike: undefined, passed: undefined });
    expect(within(card).queryByRole('link')).toBeNull();
    expect(within(card).queryByText(/same cause/)).toBeNull();
    expect(within(card).queryByRole('button', { name: 'Where it diverged' })).toBeNull();
  });
});

it('names in the conversation what went wrong, where no checkpoint was due', () => {
  const sentence = 'Out of order: `refund` came before `verify`';
  const { unmount } = renderView(<DiagnosisNote turn={2} sentence={sentence} />);
  expect(screen.getByText(/^✗ Out of order/).textContent).toBe('✗ Out of order: refund came before verify');
  unmount();
  renderView(<DiagnosisNote turn={2} sentence={sentence} missing="offer" />);
  expect(screen.getByText('✗ offer was expected from here on, but never reached')).toBeTruthy();
});

it('marks the turn, and the checkpoint that was due in it', () => {
  expect(buildDiagnosedTurn(explanation.diagnosis)).toMatchObject({ turn: 2, missing: 'offer' });
  const { cause } = explanation.diagnosis;
  expect(buildDiagnosedTurn({ ...explanation.diagnosis, cause: { ...cause, turn: undefined } })).toBeUndefined();
});

it('counts new, broken and flaky cases, and marks their rows', async () => {
  const filters: string[] = [];
  const [brokenHealth, newHealth] = [
    { state: 'broken', ...unmeasured } as const,
    { state: 'new', ...unmeasured } as const,
  ];
  const event = { from: { runId: 'run-1', startedAt: 0 }, to: { runId: 'run-1', startedAt: 0 }, cases: 9 };
  const healthByCase = {
    [caseKey('a', 'b')]: brokenHealth,
    x: newHealth,
    y: newHealth,
    fell: { ...brokenHealth, event },
  };
  const { user } = renderView(
    <CaseHealthContext value={healthByCase}>
      <CaseHealthCounts filter="s:broken" onFilter={(text) => filters.push(text)} />
      <CaseRowHealthBadge row={{ suiteKey: 'none', id: 'none' }} />
      <CaseRowHealthBadge row={{ suiteKey: 'a', id: 'b' }} />
    </CaseHealthContext>,
  );
  const counts = screen.getByRole('list', { name: 'Compared with the runs before' });
  expect(counts.textContent).toBe('2 new1 broken1 in an outage');
  expect(screen.queryByText('flaky')).toBeNull();
  expect(screen.getAllByText('broken')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: '2 new', pressed: false }));
  await user.click(screen.getByRole('button', { name: '1 broken', pressed: true }));
  await user.click(screen.getByRole('button', { name: '1 in an outage', pressed: false }));
  expect(filters).toEqual(['s:new', '', 's:outage']);
});
