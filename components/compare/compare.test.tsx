import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import type { CaseResult } from '@/runner/contract';
import { emptyAttemptState } from '@/runner/fold';
import { standardCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { caseResult, finishedRun } from '@/runner/testing/finished-run';
import type { Json } from '@/runner/values';
import { type CaseComparison, compareRuns } from '@/runner/verdict';
import { ChangeList } from './change-list';
import { ConversationDiff } from './conversation-diff';

function compared(before: readonly CaseResult[], after: readonly CaseResult[]): CaseComparison[] {
  return compareRuns(finishedRun(before).state, finishedRun(after).state).cases;
}

describe('the list of changes', () => {
  function showChanges(cases: CaseComparison[], options: { chosen?: CaseComparison } = {}) {
    const chosenIds: string[] = [];
    const view = renderView(
      <ChangeList
        cases={cases}
        chosenCase={options.chosen}
        hrefOf={({ id }) => `/compare?case=${id}`}
        onChoose={({ id }) => chosenIds.push(id)}
      />,
    );
    return { ...view, chosen: chosenIds };
  }
  const rowText = (id: string) =>
    screen.getAllByRole('link').find((link) => link.getAttribute('href') === `/compare?case=${id}`)?.textContent;

  it('says in words what became of each case', () => {
    const before = [caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'failed' }), caseResult({ id: 'C' })];
    const after = [caseResult({ id: 'A', status: 'failed' }), caseResult({ id: 'B' }), caseResult({ id: 'D' })];
    showChanges(compared(before, after));
    expect(rowText('A')).toContain('New');
    expect(rowText('A')).toContain('passed → failed');
    expect(rowText('B')).toContain('Fixed');
    expect(rowText('C')).toContain('Removed');
    expect(rowText('C')).toContain('passed → not run');
    expect(rowText('D')).toContain('Added');
  });

  it('says whether a change of several attempts may be chance', () => {
    const attempts = (status: 'passed' | 'failed') =>
      Array.from({ length: 10 }, (_, index) => caseResult({ id: 'A', attempt: index + 1, status }));
    const cases = compared(attempts('passed'), attempts('failed'));
    showChanges(cases);
    expect(rowText('A')).toMatch(/10\/10 \(100\s?%\) → 0\/10 \(0\s?%\) · unlikely to be chance/);
    expect(rowText('A')).toContain('Newly failing');
  });

  it('marks the one that is looked at, and tells which is chosen', async () => {
    const cases = compared([caseResult({ id: 'A' }), caseResult({ id: 'B' })], []);
    const { user, chosen } = showChanges(cases, { ...(cases[0] && { chosen: cases[0] }) });
    expect(screen.getByRole('link', { current: true }).getAttribute('href')).toBe('/compare?case=A');
    await user.click(screen.getByRole('link', { current: false }));
    expect(chosen).toEqual(['B']);
  });

  it('is empty when there is nothing to compare', () => {
    showChanges([]);
    expect(screen.getByRole('list', { name: 'Changes' }).childElementCount).toBe(0);
  });
});

describe('two conversations side by side', () => {
  const attemptWith = async (answer: string) =>
    (
      await runCasesAndFoldEvents([standardCase({ id: 'A', input: 'How much?' })], [scriptedAgent('echo', [answer])])
    ).attempt('A');
  const words = { before: 'before', after: 'after' };

  it('show what both said', async () => {
    const [before, after] = [await attemptWith('It costs 12 euros.'), await attemptWith('It costs 15 euros.')];
    renderView(<ConversationDiff before={before} after={after} words={words} />);
    const text = screen.getByRole('region', { name: 'Turns' }).textContent ?? '';
    expect(text).toContain('How much?');
    expect(text).toContain('12');
    expect(text).toContain('15');
  });

  it('have no first difference when they are the same', async () => {
    const same = await attemptWith('It costs 12 euros.');
    renderView(<ConversationDiff before={same} after={same} words={words} />);
    expect(screen.queryByRole('button', { name: 'First difference' })).toBeNull();
    expect(screen.queryByText(/part here/)).toBeNull();
  });

  it('can be one only', async () => {
    renderView(<ConversationDiff before={undefined} after={await attemptWith('It costs 15 euros.')} words={words} />);
    expect(screen.getByRole('region', { name: 'Turns' }).textContent).toContain('It costs 15 euros.');
  });

  it('show Markdown as the page of a run does, with what changed marked, and raw text on request', async () => {
    await import('./marked-markdown');
    const before = await attemptWith('It costs **12 euros**, [see](https://example.org).');
    const after = await attemptWith('It costs **15 euros**, [see](https://example.org). <img src=x>');
    const { user, container } = renderView(<ConversationDiff before={before} after={after} words={words} />);
    expect((await screen.findAllByRole('link', { name: 'see' })).length).toBe(2);
    const strong = [...container.querySelectorAll('strong')].map(({ textContent }) => textContent);
    expect(strong).toEqual(['12 euros', '15 euros']);
    expect([...container.querySelectorAll('strong mark')].map(({ textContent }) => textContent)).toEqual(['12', '15']);
    expect(container.querySelector('img')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Raw text' }));
    expect(screen.getByRole('region', { name: 'Turns' }).textContent).toContain('**15 euros**');
  });

  it('show calls of tools side by side, with changed arguments marked', () => {
    const callingAnswer = (args: Json) => ({
      ...emptyAttemptState({ suiteKey: 's', caseId: 'A', attempt: 1 }),
      result: caseResult({ toolCalls: [{ tool: 'lookup', arguments: args, result: { ok: true } }, { tool: 'greet' }] }),
    });
    const before = callingAnswer({ order: '88213', deep: { city: 'Bern' } });
    const after = callingAnswer({ order: '88214', deep: { city: 'Bern' } });
    renderView(<ConversationDiff before={before} after={after} words={words} />);
    const [lookup, greet] = within(screen.getByRole('list', { name: 'Tool calls' })).getAllByRole('listitem');
    expect(lookup?.textContent).toContain('lookup is called with different arguments');
    expect(within(lookup ?? document.body).getByRole('row', { name: /^order/ }).textContent).toContain('changed');
    expect(within(lookup ?? document.body).getByRole('row', { name: /^deep.city/ }).textContent).not.toContain(
      'changed',
    );
    expect(lookup?.textContent).toContain('Same result');
    expect(greet?.textContent).toContain('same arguments, same result');
  });
});
