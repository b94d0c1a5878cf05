import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { type ForkOfRun, forksQuery, fullAttemptQuery, runQuery, workspaceQuery } from '@/lib/queries';
import { checkpoint, dynamicCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { describeForkOutcome } from './describe-fork-outcome';
import { describeJudgedCheckpoints } from './describe-judged-checkpoints';
import { ForkDialog } from './fork-dialog';
import { ForkOrigin } from './forked-from';
import { TurnFork } from './turn-fork';

const finishedRun = await runCasesAndFoldEvents(
  [
    dynamicCase({
      id: 'A',
      turns: [{ input: 'more' }],
      checkpoints: [checkpoint({ id: 'size' }), checkpoint({ id: 'offer', after: ['size'] })],
    }),
  ],
  [scriptedAgent('echo', ['what size?', 'no'])],
);
const fork: ForkOfRun = {
  runId: 'run-2',
  suiteKey: 'tests/suite.jsonl',
  caseId: 'A',
  attempt: 1,
  turn: 2,
  status: 'passed',
  passed: 4,
  judged: 5,
  attempts: 5,
};

describe('forks', () => {
  it('say which checks are judged and which are not', () => {
    const words = describeJudgedCheckpoints(finishedRun.attempt('A'), { turn: 2, row: finishedRun.row('A') });
    expect(words.slice(0, 2)).toEqual(['Judged: offer.', 'Reached before turn 2, so not judged again: size.']);
    expect(describeJudgedCheckpoints(finishedRun.attempt('A'), { turn: 1, row: finishedRun.row('A') })[0]).toBe(
      'Judged: size, offer.',
    );
  });

  it('say the share that passes, and how far they are', () => {
    expect(describeForkOutcome(fork)).toBe('4 of 5 pass');
    expect(describeForkOutcome({ ...fork, status: 'running', judged: 4, passed: 3 })).toBe(
      '3 of 4 pass so far, 1 to go',
    );
    expect(describeForkOutcome({ ...fork, status: 'cancelled', judged: 0, passed: 0 })).toBe(
      'nothing was judged: cancelled',
    );
  });

  it('stand on the turn that they go on from, and nowhere else', () => {
    const attemptAddress = { runId: 'run-1', suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };
    const other = { ...fork, runId: 'run-3', turn: 1 };
    renderView(
      <TurnFork
        attemptAddress={attemptAddress}
        attempt={finishedRun.attempt('A')}
        row={finishedRun.row('A')}
        turn={2}
      />,
      {
        answers: (queries) => queries.setQueryData(forksQuery('run-1').queryKey, { forks: [fork, other] }),
      },
    );
    expect(screen.getByRole('button', { name: 'Fork here, turn 2' })).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/runs/run-2']);
  });

  it('begin with what was said and told, and can be run once', async () => {
    const attemptAddress = { runId: 'run-1', suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };
    const prompt = 'You answer the customers of a shop, briefly.';
    const { user } = renderView(
      <ForkDialog
        attemptAddress={attemptAddress}
        attempt={finishedRun.attempt('A')}
        row={finishedRun.row('A')}
        turn={2}
        onClose={() => undefined}
      />,
      {
        answers(queries) {
          queries.setQueryData(fullAttemptQuery('run-1', attemptAddress).queryKey, finishedRun.attempt('A'));
          queries.setQueryData(runQuery('run-1').queryKey, finishedRun.state);
          queries.setQueryData(workspaceQuery().queryKey, {
            folder: '/w',
            suites: [],
            connectors: [],
            folders: [],
            agents: [{ id: 'echo', type: 'openai', prompt }],
          });
        },
      },
    );
    expect(screen.getByRole('dialog', { name: 'Fork at turn 2' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'User message' })).toHaveProperty('value', 'more');
    expect(screen.getByRole('textbox', { name: 'System prompt' })).toHaveProperty('value', prompt);
    expect(screen.getByRole('button', { name: 'Run 5×' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '1' }));
    expect(screen.getByRole('button', { name: 'Run 1×' })).toBeTruthy();
  });

  it('name their origin, what differs and how both went', () => {
    const { suiteKey, caseId, attempt, turn } = fork;
    const from = { runId: 'run-1', suiteKey, caseId, attempt, turn, was: 'failed', message: 'x' } as const;
    const { container } = renderView(<ForkOrigin fork={from} state={finishedRun.state} />);
    expect(container.textContent).toBe(
      'Forked from run run-1, case A, turn 2, with another message: 0 of 1 pass; the original failed.',
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/runs/run-1?suite=tests%2Fsuite.jsonl&case=A&attempt=1&turn=2',
    );
  });
});
