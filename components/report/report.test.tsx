import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, PlannedCase, TestCase } from '../../runner/contract';
import { faultKinds } from '../../runner/contract/closed-sets';
import { toPageResult, toPageRow, toPageRun } from '../../runner/reporters/html/page-data';
import { plannedCase, standardCase } from '../../runner/testing/case-factory';
import { caseResult, finishedRun } from '../../runner/testing/finished-run';
import { listResultsInEvents } from '../../runner/testing/record-run';
import { createScoredReplies } from '../../runner/testing/scored-replies';
import { createShopAgents, selectShopCases, shopCases } from '../../runner/testing/shop';
import { runCasesAndFoldEvents } from '../testing/folded-run';
import { Report } from './report';

function show(results: readonly CaseResult[]): void {
  const { state, resultsOf } = finishedRun(results);
  const rows = state.rows.map(toPageRow);
  const attemptsAt = (position: number) =>
    state.rows
      .slice(position, position + 1)
      .flatMap((row) => resultsOf(row).map((result) => toPageResult(result, row, state)));
  render(<Report data={{ run: toPageRun(state), rows, attemptsAt }} />);
}

const skipped = plannedCase(standardCase({ id: 'S-07', input: 'Later' }), { skipReason: 'skip: true' });

/** Runs cases of the shop suite and renders the report of the run. */
async function showShop(
  cases: readonly (TestCase | PlannedCase)[] = [...shopCases, skipped],
  attempts = 1,
): Promise<void> {
  const { events, state } = await runCasesAndFoldEvents(cases, createShopAgents(), { attempts });
  const results = listResultsInEvents(events);
  const attemptsAt = (position: number) =>
    state.rows
      .slice(position, position + 1)
      .flatMap((row) => results.filter(({ id }) => id === row.id).map((result) => toPageResult(result, row, state)));
  render(<Report data={{ run: toPageRun(state), rows: state.rows.map(toPageRow), attemptsAt }} />);
}

const getRow = (id: string) => screen.getByRole('button', { name: new RegExp(`^\\w+\\s*${id}\\b`) });
const visibleIds = () =>
  [...document.querySelectorAll('li:not([hidden]) > [aria-expanded]')].map(
    ({ textContent }) => /[RS]-\d\d/.exec(textContent ?? '')?.[0],
  );

/** Opens a case and returns all of its text. */
async function open(id: string): Promise<HTMLElement> {
  await userEvent.click(getRow(id));
  const item = getRow(id).closest('li');
  if (item === null) throw new Error('a row is in a list');
  return item;
}

const repeatedResults = [
  caseResult({ id: 'a', name: 'says hello', input: 'hello', output: 'hello you' }),
  caseResult({ id: 'b', attempt: 1, status: 'failed', input: 'bye', output: 'see you', error: 'not polite' }),
  caseResult({ id: 'b', attempt: 2, input: 'bye', output: 'farewell' }),
];

/**
 * Keeps events of a changed URL fragment from the page. Browsers fire this event only when a user changes the fragment;
 * the test environment also fires one later for changes that the page makes.
 */
function stop(event: Event): void {
  event.stopImmediatePropagation();
}

it('names the parts of cases that did nothing', async () => {
  show([caseResult({ id: 'A', idle: ['mock search'] }), caseResult({ id: 'B' })]);
  await userEvent.click(screen.getByText('Parts without effect in 1 case'));
  expect(screen.getByText('A: mock search')).toBeTruthy();
});

it('says in its head that passed cases are not fully covered', () => {
  const unjudged = { calls: [{ name: 'refund', turn: 1 }], endedBeforeDone: false };
  show([caseResult({ id: 'A', unjudged }), caseResult({ id: 'B' })]);
  expect(screen.getByText('Unchecked: 1 passed case not fully covered by assertions')).toBeTruthy();
});

describe('the page of a report', () => {
  beforeEach(() => window.addEventListener('hashchange', stop));
  afterEach(() => {
    window.removeEventListener('hashchange', stop);
    history.replaceState(null, '', '/');
  });

  it('has a row for each case, with the outcome of each attempt', async () => {
    show(repeatedResults);
    expect(screen.getByRole('status').textContent).toBe('2 cases');
    const row = screen.getByRole('button', { name: /^Failed\s*b/ });
    expect(row.textContent).toContain('1 of 2 attempts passed');
    expect(row.textContent).not.toMatch(/stable/i);
    await userEvent.click(row);
    const item = within(row.closest('li') ?? row);
    expect(item.getByText('1 of 2 passed (50.0%)')).toBeTruthy();
    expect(item.getByText('see you')).toBeTruthy();
    expect(item.queryByText('farewell')).toBeNull();
    expect(location.hash).toBe('#case=b');
  });

  it.each(faultKinds.map((kind) => [kind]))('names a fault of somebody else, with its kind: %s', async (kind) => {
    const fault = { turn: 2, severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    show([caseResult({ id: 'a', status: 'error', fault: { by: 'judge', kind, ...fault } })]);
    const row = screen.getByRole('button', { name: /^Error\s*a/ });
    if (row.getAttribute('aria-expanded') !== 'true') await userEvent.click(row);
    expect(screen.getByText(`fault of the judge: ${kind.replaceAll('_', ' ')} in turn 2`)).toBeTruthy();
  });

  it('says why an attempt failed', async () => {
    show(repeatedResults);
    await userEvent.click(screen.getByRole('button', { name: /^Failed\s*b/ }));
    expect(screen.getAllByText('not polite').length).toBeGreaterThan(0);
  });

  it('shows both pass rates of a case where others are at fault', async () => {
    const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    show([
      ...repeatedResults,
      caseResult({ id: 'b', attempt: 3, status: 'error', fault: { by: 'infra', kind: 'server', ...fault } }),
    ]);
    const row = screen.getByRole('button', { name: /^Failed\s*b/ });
    await userEvent.click(row);
    expect(within(row.closest('li') ?? row).getByText('1 of 3 passed (33.3%, 50.0% agent only (1 of 2))')).toBeTruthy();
    expect(screen.getByRole('cell', { name: '33.3%, 50.0% agent only (1 of 2)' })).toBeTruthy();
  });

  it('finds cases by what was said in them, and keeps that in the address', async () => {
    show(repeatedResults);
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'farewell');
    expect(screen.getByRole('status').textContent).toBe('1 of 2 cases');
    expect(location.hash).toBe('#q=farewell');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Filter the cases' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'nobody');
    expect(screen.getByText('No matches')).toBeTruthy();
  });

  it('opens the case that its address names', () => {
    history.replaceState(null, '', '/#case=a');
    show(repeatedResults);
    expect(screen.getByRole('button', { expanded: true }).textContent).toContain('says hello');
    expect(screen.getByText('hello you')).toBeTruthy();
  });

  it('opens everything while it is printed', () => {
    show(repeatedResults);
    window.dispatchEvent(new Event('beforeprint'));
    expect(screen.getByText('farewell')).toBeTruthy();
    expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(2);
    window.dispatchEvent(new Event('afterprint'));
    expect(screen.queryByText('farewell')).toBeNull();
  });

  it('tells of every case what was said and what was checked', async () => {
    await showShop();
    const summary = screen.getByRole('region', { name: 'tests/suite.jsonl' });
    expect(within(summary).getByRole('heading', { name: 'tests/suite.jsonl' })).toBeTruthy();
    expect(summary.textContent).toContain('4 failed, 1 error');
    expect(summary.textContent).toContain('37.5%');
    expect(summary.textContent).toContain('3 of 8 cases');
    expect(visibleIds()).toHaveLength(9);

    const conversation = within(await open('R-01'));
    expect(conversation.getByRole('listitem', { name: 'Turn 2' }).textContent).toContain('I found order 88213');
    expect(conversation.getByRole('listitem', { name: 'Turn 3' }).textContent).toContain('Reachedcheckpoint refund');
    await userEvent.click(conversation.getAllByText('lookup_order')[0] ?? document.body);
    expect(conversation.getByRole('listitem', { name: 'Turn 2' }).textContent).toContain('"name": "Lamp Nordlys"');
    const optional = within(conversation.getByRole('list', { name: 'Checkpoints' }))
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.includes('optional'));
    expect(optional?.textContent).toContain('Reachedturn 1');
    expect(optional?.textContent).toContain('after ask_order');

    const judgedCase = await open('S-06');
    expect(judgedCase.textContent).toContain('Judge: The answer is correct, but curt');
    expect(judgedCase.textContent).toContain('· score 0.3');
    await userEvent.click(within(judgedCase).getByText('Request and answer'));
    expect(judgedCase.textContent).toContain('"criteria": "The answer is polite."');
    expect(judgedCase.textContent).toMatch(/"passed":\s?false/);

    const wrongCase = await open('S-02');
    expect(wrongCase.textContent).toContain('Expected49.9');
    expect(wrongCase.textContent).toContain('Actual45.9');
  });

  it('finds cases by status, tag and what was said, and its address keeps the filter', async () => {
    await showShop();
    const field = () => screen.getByRole('textbox', { name: 'Filter the cases' });
    const findText = async (text: string) => {
      await userEvent.clear(field());
      await userEvent.type(field(), text);
    };
    const failed = () => within(screen.getByRole('group', { name: 'Status' })).getByRole('button', { name: /Failed/ });
    await userEvent.click(failed());
    expect(screen.getByRole('status').textContent).toBe('4 of 9 cases');
    expect(visibleIds()).toEqual(['R-02', 'R-03', 'S-02', 'S-06']);
    await findText('"bad review" !s:passed');
    expect(visibleIds()).toEqual(['R-03']);
    await findText('zebra crossing');
    expect(screen.getByText('No matches')).toBeTruthy();
    await findText('@policy');
    expect(visibleIds()).toEqual(['R-03']);
    cleanup();
    await showShop();
    expect(field()).toHaveProperty('value', '@policy');
    expect(failed().getAttribute('aria-pressed')).toBe('true');
    expect(visibleIds()).toEqual(['R-03']);
  });

  it('says what broke of a case that its address names', async () => {
    history.replaceState(null, '', '/#case=S-04');
    await showShop();
    expect(screen.getByRole('button', { expanded: true }).textContent).toContain('S-04');
    expect(screen.getAllByText(/agent error: the warehouse does not answer/).length).toBeGreaterThan(0);
  });

  it('is walked with the keyboard', async () => {
    await showShop();
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 's:failed');
    await userEvent.keyboard('{Escape}j{ArrowDown}');
    expect(document.activeElement).toBe(getRow('R-03'));
    await userEvent.keyboard('k{Enter}');
    expect(screen.getByRole('button', { expanded: true })).toBe(getRow('R-02'));
  });

  it('shows attempts, classes and charts of a repeated run', async () => {
    await showShop(selectShopCases('R-01', 'S-01', 'S-02', 'S-03'), 3);
    expect(
      screen.getByRole('img', { name: /^Stability of 4 cases: 2 stable, 0 mostly stable, 1 unstable/ }),
    ).toBeTruthy();
    expect(screen.getByRole('row', { name: /^S-03/ }).textContent).toContain('66.7%');
    expect(screen.getByRole('img', { name: /^How long 12 attempts took/ })).toBeTruthy();
    await userEvent.click(screen.getByText('Show table'));
    expect(screen.getByRole('columnheader', { name: 'Attempts' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'S-03' }).getAttribute('href')).toContain('case=S-03');
    const flaky = await open('S-03');
    expect(flaky.textContent).toContain('2 of 3 passed (66.7%)');
    expect(flaky.textContent).toContain('Maybe next week.');
    await userEvent.click(within(flaky).getByText(/Attempt 1/));
    expect(flaky.textContent).toContain('The parcel arrives on Monday.');
  });

  it('of a table has rulers, groups and every reason', async () => {
    show(createScoredReplies());
    expect(screen.getByRole('group', { name: 'Scores by channel' }).textContent).toContain('chat');
    await userEvent.click(screen.getByRole('button', { name: /refund-far/ }));
    const openedItem = screen.getByRole('button', { name: /refund-far/ }).closest('li');
    expect(openedItem?.textContent).toContain('Ground truth');
    expect(openedItem?.textContent).toContain('expected 0.6-1');
    expect(openedItem?.textContent).toContain('Not one polite word.');
  });

  it('says so when there is no case', () => {
    show([]);
    expect(screen.getByRole('status').textContent).toBe('0 cases');
    expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull();
  });
});
