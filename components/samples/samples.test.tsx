import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { type AttemptState, emptyAttemptState } from '@/runner/fold';
import { finishedRun } from '@/runner/testing/finished-run';
import { consistencyResult } from '@/runner/testing/measured-results';
import { SamplesView } from './samples-view';
import { VerdictsTab } from './verdicts-tab';

const result = consistencyResult();
const attempt: AttemptState = {
  ...emptyAttemptState({ suiteKey: 'tests/suite.jsonl', caseId: result.id, attempt: 1 }),
  status: result.status,
  result,
  samples: result.samples ?? [],
  scores: result.scores ?? [],
};

function showSamples(attemptFields: Partial<AttemptState> = {}, pick: string | null = null) {
  const [announced] = finishedRun([result]).state.rows;
  if (announced === undefined) throw new Error('the run has a case');
  const pickedKeys: (string | null)[] = [];
  const doNothing = () => undefined;
  const view = renderView(
    <SamplesView
      announced={announced}
      attempt={{ ...attempt, ...attemptFields }}
      raw
      turn={null}
      onTurn={doNothing}
      pick={pick}
      onPick={(next) => pickedKeys.push(next)}
      onTouch={doNothing}
    />,
  );
  return { ...view, picked: pickedKeys };
}

describe('the answers to one question', () => {
  it('were measured: a threshold decides no case', () => {
    const { container } = showSamples({ status: 'passed', result: { ...result, status: 'passed' } });
    expect(container.textContent).toMatch(/Measured\d/);
    expect(container.textContent).not.toMatch(/Passed\d/);
  });

  it('stand side by side below the question, in their order', () => {
    showSamples({ samples: attempt.samples.toReversed() });
    expect(screen.getByRole('region', { name: 'Answers' }).textContent).toContain('How many users do we have?');
    const answers = screen.getAllByRole('article', { name: /^Answer/ }).map(({ textContent }) => textContent);
    expect(answers).toEqual([
      expect.stringContaining('12 users'),
      expect.stringContaining('twelve users'),
      expect.stringContaining('13 users'),
    ]);
  });

  it('have their verdicts, each of which can be looked at', async () => {
    const { user, picked } = showSamples();
    const first = screen.getByRole('article', { name: 'Answer 1' });
    await user.click(within(first).getByRole('button', { name: /with 2/ }));
    expect(picked).toEqual(['0:1~2']);
  });

  it('show which of them a chosen verdict is about', async () => {
    showSamples({}, '0:2~3');
    const pressed = screen.getAllByRole('button', { pressed: true });
    expect(pressed).toHaveLength(2);
    expect((await screen.findByRole('region', { name: 'Comparison' })).textContent).toContain('Answers 2 and 3');
  });

  it('say how many have come while the case runs', () => {
    showSamples({ status: 'running', result: undefined, samples: attempt.samples.slice(0, 1), scores: [] });
    expect(screen.getByRole('status').textContent).toContain('1');
    expect(screen.getAllByRole('article', { name: /^Answer/ })).toHaveLength(1);
  });
});

describe('the verdicts on answers', () => {
  function showVerdicts(pick: string | null = null, attemptFields: Partial<AttemptState> = {}) {
    const pickedKeys: string[] = [];
    return {
      ...renderView(
        <VerdictsTab attempt={{ ...attempt, ...attemptFields }} pick={pick} onPick={(next) => pickedKeys.push(next)} />,
      ),
      picked: pickedKeys,
    };
  }

  it('are a table of answers by answers', async () => {
    const { user, picked } = showVerdicts();
    const cells = within(screen.getByRole('table')).getAllByRole('button');
    expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('Answers 1 and 2, Passed'),
      expect.stringContaining('Answers 2 and 3'),
      expect.stringContaining('Answers 3 and 1, Error'),
    ]);
    await user.click(cells[0] ?? document.body);
    expect(picked).toEqual(['0:1~2']);
  });

  it('open with the first that did not pass, and with the one that is chosen', () => {
    const { unmount } = showVerdicts();
    expect(screen.getByRole('region', { name: 'Answers 2 and 3' }).textContent).toContain('Twelve is not thirteen.');
    unmount();
    showVerdicts('0:3~1');
    expect(screen.getByRole('region', { name: 'Answers 3 and 1' }).textContent).toContain('the judge did not answer');
  });

  it('are none while nothing has been judged', () => {
    showVerdicts(null, { scores: [], result: undefined });
    expect(screen.getByText('Nothing has been judged yet.')).toBeTruthy();
  });
});
