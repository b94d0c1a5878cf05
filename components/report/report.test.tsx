import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../runner/contract';
import { pageRowOf, pageRunOf } from '../../runner/reporters/html/page-data';
import { caseResult, finishedRun } from '../../runner/testing/finished-run';
import { Report } from './report';

function show(results: readonly CaseResult[]): void {
  const { state, resultsOf } = finishedRun(results);
  const rows = state.rows.map(pageRowOf);
  const attemptsAt = (position: number) => state.rows.slice(position, position + 1).flatMap(resultsOf);
  render(<Report data={{ run: pageRunOf(state), rows, attemptsAt }} />);
}

const repeated = [
  caseResult({ id: 'a', name: 'says hello', input: 'hello', output: 'hello you' }),
  caseResult({ id: 'b', attempt: 1, status: 'failed', input: 'bye', output: 'see you', error: 'not polite' }),
  caseResult({ id: 'b', attempt: 2, input: 'bye', output: 'farewell' }),
];

/** Browsers tell of a hash that a person changed; the test environment tells late of the page's own changes, too. */
function stop(event: Event): void {
  event.stopImmediatePropagation();
}

describe('the page of a report', () => {
  beforeEach(() => window.addEventListener('hashchange', stop));
  afterEach(() => {
    window.removeEventListener('hashchange', stop);
    history.replaceState(null, '', '/');
  });

  it('has a row for each case, and says how steady a repeated one was', async () => {
    show(repeated);
    expect(screen.getByRole('status').textContent).toBe('2 cases');
    const row = screen.getByRole('button', { name: /^Failed\s*b/ });
    expect(row.textContent).toContain('Unstable');
    await userEvent.click(row);
    const item = within(row.closest('li') ?? row);
    expect(item.getByText('1 of 2 passed (50.0%)')).toBeTruthy();
    expect(item.getByText('see you')).toBeTruthy();
    expect(item.queryByText('farewell')).toBeNull();
    expect(location.hash).toBe('#case=b');
  });

  it('finds cases by what was said in them, and keeps that in the address', async () => {
    show(repeated);
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'farewell');
    expect(screen.getByRole('status').textContent).toBe('1 of 2 cases');
    expect(location.hash).toBe('#q=farewell');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Filter the cases' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'nobody');
    expect(screen.getByText('No case matches.')).toBeTruthy();
  });

  it('opens the case that its address names', () => {
    history.replaceState(null, '', '/#case=a');
    show(repeated);
    expect(screen.getByRole('button', { expanded: true }).textContent).toContain('says hello');
    expect(screen.getByText('hello you')).toBeTruthy();
  });

  it('opens everything while it is printed', () => {
    show(repeated);
    window.dispatchEvent(new Event('beforeprint'));
    expect(screen.getByText('farewell')).toBeTruthy();
    expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(2);
    window.dispatchEvent(new Event('afterprint'));
    expect(screen.queryByText('farewell')).toBeNull();
  });

  it('says so when there is no case', () => {
    show([]);
    expect(screen.getByRole('status').textContent).toBe('0 cases');
    expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull();
  });
});
