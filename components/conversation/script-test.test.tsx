import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { AssertionResult, CaseResult } from '@/runner/contract';
import { emptyAttemptState } from '@/runner/fold';
import { caseResult, finishedRun } from '@/runner/testing/finished-run';
import { Inspector } from '../inspector/inspector';
import { ScriptTestResult } from './script-test';

const sourceLocation = 'scripts/checked_test.ts:4:12';
const message = 'Net price: expected { net: 12 } to equal { net: 10 }';
const checks: AssertionResult[] = [
  { type: 'Greater', status: 'passed' },
  { type: 'Equal', status: 'failed', message, place: sourceLocation },
];

function scriptProps(result: CaseResult, logs: string[] = []) {
  const [row] = finishedRun([result]).state.rows;
  if (row === undefined) throw new Error('the run has a case');
  const { status, assertions } = result;
  const attempt = {
    ...emptyAttemptState({ suiteKey: 'scripts/checked_test.ts', caseId: result.id, attempt: 1 }),
    status,
    result,
    assertions,
    logs: logs.map((text) => ({ source: 'script', text })),
  };
  return { announced: { ...row, suiteKey: 'scripts/checked_test.ts', line: 1 }, attempt };
}

function showScript(result: CaseResult, logs: string[] = []): string {
  renderView(<ScriptTestResult {...scriptProps(result, logs)} />);
  return screen.getByRole('region', { name: 'Script test' }).textContent ?? '';
}

it('a script test shows what it checked, where, and what it wrote', () => {
  const text = showScript(caseResult({ id: 'TestPrice', kind: 'script', status: 'failed', assertions: checks }), [
    'the price is 12',
  ]);
  expect(text).toContain('scripts/checked_test.ts:1');
  expect(text).toContain(`Equal · ${message} ${sourceLocation}`);
  expect(text).toContain('the price is 12');
});

it('a script test that was skipped says why', () => {
  const text = showScript(caseResult({ id: 'TestLater', kind: 'script', status: 'skipped', reason: 'no prices yet' }));
  expect(text).toContain('no prices yet');
});

it('a script test has no checkpoints and no simulator beside it, but why it failed, and where', async () => {
  const doNothing = () => undefined;
  renderView(
    <Inspector
      runId="run-1"
      {...scriptProps(caseResult({ id: 'TestPrice', kind: 'script', status: 'failed', assertions: checks }))}
      tab={null}
      onTab={doNothing}
      turn={null}
      onTurn={doNothing}
      pick={null}
      onPick={doNothing}
    />,
  );
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Why/),
    'Raw',
    'History',
  ]);
  expect(await screen.findByText(sourceLocation)).toBeTruthy();
});
