import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { orderCases } from '@/lib/view/case-order';
import { faultKinds } from '@/runner/contract/closed-sets';
import { type CaseKey, type CaseRow, caseKey, type RunState } from '@/runner/fold';
import { standardCase } from '@/runner/testing/case-factory';
import { caseResult, finishedRun } from '@/runner/testing/finished-run';
import { consistencyResult, experimentResult } from '@/runner/testing/measured-results';
import { createScoredReplies } from '@/runner/testing/scored-replies';
import { CaseList } from './case-list';

function showList(
  state: RunState,
  listOptions: { chosen?: CaseRow; holes?: number; reviewed?: [CaseKey, string[]][] } = {},
) {
  const chosenAttempts: [string, number | undefined][] = [];
  const items = [...orderCases(state, ''), ...Array.from({ length: listOptions.holes ?? 0 }, () => undefined)];
  const rowKey = (row: CaseRow) => caseKey(row.suiteKey, row.id);
  const view = renderView(
    <CaseList
      items={items}
      reviewsByCase={new Map(listOptions.reviewed)}
      chosenCase={listOptions.chosen && rowKey(listOptions.chosen)}
      position={undefined}
      isWholeList
      hrefOf={(row) => `/runs/run-1?case=${row.id}`}
      onChoose={(row, attempt) => chosenAttempts.push([row.id, attempt])}
    />,
  );
  return { ...view, chosen: chosenAttempts };
}

const names = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/.*case=/, ''));

describe('the list of cases', () => {
  it('is empty without cases', () => {
    showList(finishedRun([]).state);
    expect(within(screen.getByRole('list', { name: 'Cases' })).queryAllByRole('listitem')).toEqual([]);
  });

  it('has what did not pass first, with how it ended and why', () => {
    const { state } = finishedRun([
      caseResult({ id: 'A' }),
      caseResult({ id: 'B', status: 'failed', reason: 'the price is wrong' }),
      caseResult({ id: 'C', status: 'timeout' }),
    ]);
    showList(state);
    expect(names()).toEqual(['B', 'C', 'A']);
    const [first, second, third] = screen.getAllByRole('link');
    expect(first?.textContent).toContain('the price is wrong');
    expect(first?.textContent).toContain('1.5');
    expect(second?.textContent).toContain('Timed out');
    expect(third?.textContent).toContain('Passed');
  });

  it('does not put first what nothing hangs on, and says why', () => {
    const { state } = finishedRun([
      caseResult({ id: 'A' }),
      caseResult({ id: 'B', status: 'failed', setAside: 'quarantine' }),
      caseResult({ id: 'C', status: 'failed', setAside: 'expect_fail' }),
    ]);
    showList(state);
    expect(names()).toEqual(['A', 'B', 'C']);
    const [, second, third] = screen.getAllByRole('link');
    expect(second?.textContent).toContain('quarantined');
    expect(third?.textContent).toContain('expected to fail');
  });

  it.each(faultKinds.map((kind) => [kind]))('marks a fault of somebody else, with its kind: %s', (kind) => {
    const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    showList(finishedRun([caseResult({ id: 'A', status: 'error', fault: { by: 'judge', kind, ...fault } })]).state);
    expect(screen.getByTitle(`Not the agent’s fault: judge, ${kind.replaceAll('_', ' ')}`).textContent).toBe('judge');
  });

  it('says what was decided of a case, which is not how steady it is', () => {
    const { state } = finishedRun([
      caseResult({ id: 'A', status: 'failed' }),
      caseResult({ id: 'A', attempt: 2, setAside: 'repeat', decision: 'good' }),
    ]);
    showList(state);
    const [onlyLink] = screen.getAllByRole('link');
    expect(onlyLink?.textContent).toContain('good after 2 attempts (1 of 2 passed)');
    expect(onlyLink?.textContent).toContain('Passed');
    expect(onlyLink?.textContent).not.toContain('nstable');
  });

  it('marks the chosen case, and tells which one is chosen with a click or the Enter key', async () => {
    const { state } = finishedRun([caseResult({ id: 'A' }), caseResult({ id: 'B' })]);
    const { user, chosen } = showList(state, { ...(state.rows[1] && { chosen: state.rows[1] }) });
    expect(screen.getByRole('link', { current: true }).getAttribute('href')).toContain('case=B');
    await user.click(screen.getByRole('link', { current: false }));
    await user.tab();
    await user.keyboard('{Enter}');
    expect(chosen.map(([id]) => id)).toEqual(['A', 'B']);
  });

  it('leaves a click with a modifier to the browser', async () => {
    const { user, chosen } = showList(finishedRun([caseResult({ id: 'A' })]).state);
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('link'));
    expect(chosen).toEqual([]);
  });

  it('shows several attempts as one row, each of them to be opened', async () => {
    const attempts = [1, 2, 3].map((attempt) =>
      caseResult({ id: 'A', attempt, status: attempt === 2 ? 'failed' : 'passed' }),
    );
    showList(finishedRun(attempts).state);
    const row = screen.getByRole('link');
    expect(row.textContent).toContain('⌀');
    expect(row.textContent).toContain('2 of 3 attempts passed');
    expect(row.textContent).not.toMatch(/stable/i);
  });

  it('has places for cases that have not come yet', () => {
    showList(finishedRun([caseResult({ id: 'A' })]).state, { holes: 2 });
    const rows = screen.getAllByRole('listitem');
    expect(rows).toHaveLength(3);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('3');
    expect(rows[2]?.textContent).toBe('Loading');
  });

  it('shows cases of other kinds with figures of their own, however long their words', () => {
    const name = 'A name that goes on '.repeat(40).trim();
    const { state } = finishedRun([consistencyResult(), experimentResult({ name })]);
    showList(state);
    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(screen.getByText(name)).toBeTruthy();
  });

  it('says the score of a scored case', () => {
    const { state } = finishedRun(createScoredReplies().filter(({ id }) => id === 'refund-far'));
    showList(state);
    expect(screen.getByRole('link').textContent).toContain('0.233');
  });

  it('shows who a running case waits for', async () => {
    const run = await runCasesAndFoldEvents([standardCase({ id: 'A' })]);
    showList(run.upTo('phase.started').state);
    const row = screen.getByRole('link');
    expect(row.textContent).toContain('Running');
    expect(row.textContent).toContain('T1');
  });

  it('begins each of several suites with a heading that counts what passed', () => {
    const { state } = finishedRun([caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'failed' })]);
    const others = state.rows.slice(0, 1).map((row) => ({ ...row, suiteKey: 'tests/other.jsonl' }));
    const suites = [...state.suites, { key: 'tests/other.jsonl', agentId: 'echo' }];
    showList({ ...state, suites, rows: [...state.rows, ...others] });
    const texts = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(texts.filter((text) => text.includes('.jsonl'))).toHaveLength(2);
    expect(texts[0]).toContain('1 of 2 passed');
  });
});
