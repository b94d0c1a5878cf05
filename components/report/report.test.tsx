import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../runner/contract';
import { faultKinds } from '../../runner/contract/closed-sets';
import { pageResultOf, pageRowOf, pageRunOf } from '../../runner/reporters/html/page-data';
import { caseResult, finishedRun } from '../../runner/testing/finished-run';
import { Report } from './report';

function show(results: readonly CaseResult[]): void {
  const { state, resultsOf } = finishedRun(results);
  const rows = state.rows.map(pageRowOf);
  const attemptsAt = (position: number) =>
    state.rows
      .slice(position, position + 1)
      .flatMap((row) => resultsOf(row).map((result) => pageResultOf(result, row, state)));
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

  it('has a row for each case, with the outcome of each attempt', async () => {
    show(repeated);
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
    show(repeated);
    await userEvent.click(screen.getByRole('button', { name: /^Failed\s*b/ }));
    expect(screen.getAllByText('not polite').length).toBeGreaterThan(0);
  });

  it('shows both pass rates of a case where others are at fault', async () => {
    const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    show([
      ...repeated,
      caseResult({ id: 'b', attempt: 3, status: 'error', fault: { by: 'infra', kind: 'server', ...fault } }),
    ]);
    const row = screen.getByRole('button', { name: /^Failed\s*b/ });
    await userEvent.click(row);
    expect(within(row.closest('li') ?? row).getByText('1 of 3 passed (33.3%, 50.0% agent only (1 of 2))')).toBeTruthy();
    expect(screen.getByRole('cell', { name: '33.3%, 50.0% agent only (1 of 2)' })).toBeTruthy();
  });

  it('finds cases by what was said in them, and keeps that in the address', async () => {
    show(repeated);
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'farewell');
    expect(screen.getByRole('status').textContent).toBe('1 of 2 cases');
    expect(location.hash).toBe('#q=farewell');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Filter the cases' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the cases' }), 'nobody');
    expect(screen.getByText('No matches')).toBeTruthy();
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
