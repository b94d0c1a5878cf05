import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { type BisectionOfAttempt, bisectionQuery, runQuery } from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';
import { checkpoint, dynamicCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { BisectedAttemptNote } from './bisected-attempt';
import { DecisiveTurnFinder } from './decisive-turn-finder';
import { bisectionEstimateText, describeRollouts } from './describe-bisection';

const finishedRun = await runCasesAndFoldEvents(
  [dynamicCase({ id: 'A', turns: [{ input: 'more' }, { input: 'and' }], checkpoints: [checkpoint({ id: 'offer' })] })],
  [scriptedAgent('echo', ['no', 'no', 'no'])],
  { currency: 'USD' },
);
const usage = { agent: { calls: 3, retries: 0, inputTokens: 1, outputTokens: 1, cost: 0.01 } };
const attempt = finishedRun.attempt('A');
const pricedAttempt = { ...attempt, result: attempt.result && { ...attempt.result, usage } } satisfies AttemptState;
const attemptAddress = { runId: 'run-1', suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };

const finishedBisection: BisectionOfAttempt = {
  runId: 'run-2',
  status: 'failed',
  played: 38,
  budget: 120,
  known: 40,
  cost: 0.41,
  currency: 'USD',
  report: {
    finding: { kind: 'one', turn: 2 },
    turns: [2],
    sentences: ['From turn 2 on 2 of 19 pass, before it 17 of 20.', 'Turn 2: the agent called `refund`.'],
    chances: [
      { kept: 0, passed: 9, played: 10, interval: { low: 0.6, high: 0.98 } },
      { kept: 1, passed: 8, played: 10, interval: { low: 0.49, high: 0.94 } },
      { kept: 2, passed: 0, played: 0 },
    ],
    probabilities: { none: 0, byTurn: [{ turn: 2, probability: 1 }] },
    deed: undefined,
  },
};

function show(bisection: BisectionOfAttempt | null) {
  const turns: number[] = [];
  const view = renderView(
    <DecisiveTurnFinder runId="run-1" attempt={pricedAttempt} onTurn={(turn) => turns.push(turn)} />,
    {
      answers(queries) {
        queries.setQueryData(runQuery('run-1').queryKey, finishedRun.state);
        queries.setQueryData(bisectionQuery(attemptAddress).queryKey, { bisection });
      },
    },
  );
  return { ...view, turns };
}

afterEach(() => vi.unstubAllGlobals());

describe('finding the turn', () => {
  it('says before it starts how much it plays and costs at most, and why it refuses', async () => {
    const sentRequests: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      sentRequests.push(JSON.parse(body));
      return Response.json({ ok: false, problems: ['bisect: the case A has changed since run run-1'] });
    });
    const { user } = show(null);
    expect(screen.getByText(/^At most 120 rollouts, estimated cost at most 1\.20 USD\./)).toBeTruthy();
    await user.clear(screen.getByRole('spinbutton', { name: 'Maximum rollouts' }));
    await user.type(screen.getByRole('spinbutton', { name: 'Maximum rollouts' }), '30');
    expect(screen.getByText(/^At most 30 rollouts, estimated cost at most 0\.30 USD\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Find the turn' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('bisect: the case A has changed since run run-1');
    expect(sentRequests).toEqual([{ suite: 'tests/suite.jsonl', case: 'A', attempt: 1, budget: 30 }]);
  });

  it('does not start without a rollout', async () => {
    const { user } = show(null);
    const field = screen.getByRole('spinbutton', { name: 'Maximum rollouts' });
    await user.clear(field);
    await user.type(field, '0');
    expect(screen.getByText('A bisection needs at least 1 rollout.')).toBeTruthy();
    expect(field).toHaveProperty('validity.valid', false);
  });

  it('shows the sentence, the chart, what it took, and the turn; another one continues it', async () => {
    const { user, turns } = show(finishedBisection);
    expect(screen.getByRole('status').textContent).toBe(
      'From turn 2 on 2 of 19 pass, before it 17 of 20. Turn 2: the agent called refund.',
    );
    expect(await screen.findByText(/^0 turns kept: 9 of 10 pass; 1 turn kept: 8 of 10 pass$/)).toBeTruthy();
    expect(screen.getByText(/^Rollouts: 38 \(of 120\), 0\.41 USD, and 2 from earlier runs\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the rollouts' }).getAttribute('href')).toBe('/runs/run-2');
    await user.click(screen.getByRole('button', { name: 'Show turn 2' }));
    expect(turns).toEqual([2]);
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });

  it('can be stopped while it runs, and opens the turn when it ends', async () => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address);
      return Response.json(address.endsWith('/cancel') ? { answer: 'signalled' } : { bisection: running });
    });
    const running: BisectionOfAttempt = { ...finishedBisection, status: 'running', played: 12 };
    const { user, queries, turns } = show(running);
    expect(screen.getByRole('progressbar', { name: 'Rollouts' })).toHaveProperty('value', 12);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(requests).toContain('/api/runs/run-2/cancel');
    expect(turns).toEqual([]);
    queries.setQueryData(bisectionQuery(attemptAddress).queryKey, { bisection: finishedBisection });
    await waitFor(() => expect(turns).toEqual([2]));
  });

  const bisect = { ...attemptAddress, turns: 3, was: 'failed', content: 'x' } as const;

  it('leads from the rollouts back to the attempt', () => {
    const { container } = renderView(<BisectedAttemptNote bisect={bisect} />);
    expect(container.textContent).toBe(
      'These rollouts look for the turn that decided the outcome of run run-1, case A, attempt 1. They do not count in rates, trends or baselines.',
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/runs/run-1?suite=tests%2Fsuite.jsonl&case=A&attempt=1&tab=why',
    );
  });

  it.each([
    ['rollouts', { bisect }],
    ['the cases of an attack, which are in no file', { purpose: 'attack' }],
  ])('is not offered for %s', (_name, caseFields) => {
    const { container } = renderView(
      <DecisiveTurnFinder runId="run-1" attempt={pricedAttempt} onTurn={() => undefined} />,
      {
        answers(queries) {
          const options = { ...finishedRun.state.options, ...caseFields } as typeof finishedRun.state.options;
          queries.setQueryData(runQuery('run-1').queryKey, { ...finishedRun.state, options });
        },
      },
    );
    expect(container.textContent).toBe('');
  });
});

describe('the words of a bisection', () => {
  it('do not guess a cost', () => {
    expect(bisectionEstimateText({ result: undefined }, { budget: 1, currency: undefined, known: 1 })).toBe(
      'At most 1 rollout; the cost is unknown. 1 earlier rollout is used again. Rollouts do not count in rates, trends or baselines.',
    );
  });

  it('say that what was learned is kept', () => {
    expect(describeRollouts({ ...finishedBisection, status: 'cancelled', known: 38, cost: undefined })).toBe(
      'Rollouts: 38 (of 120). Stopped; the results so far are kept.',
    );
  });
});
