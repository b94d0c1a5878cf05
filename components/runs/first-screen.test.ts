import { describe, expect, it } from 'vitest';
import { type AttemptStatus, type CaseRow, caseKey, emptyRunState, type RunState } from '../../runner/contract';
import { casesIn } from './case-order';
import { runOnScreen } from './first-screen';

const nothing = { q: '', suite: null, case: null, attempt: null };

describe('the first screen of a run', () => {
  it('is the whole run when that is small', () => {
    const { first, selection } = runOnScreen(run(['passed', 'failed']), { search: nothing, reviews: new Map() });
    expect(first).toBeUndefined();
    expect(selection?.row.id).toBe('C1');
  });

  it('has the top of the list of a large run, and the figures of all of it', () => {
    const state = run([...passed(5_000), 'failed', 'running', 'error']);
    const { first, selection } = runOnScreen(state, { search: nothing, reviews: new Map() });
    expect(casesIn(first?.items ?? []).slice(0, 3)).toMatchObject([{ id: 'C5000' }, { id: 'C5002' }, { id: 'C0' }]);
    expect(first).toMatchObject({ length: 5_003, q: '', auto: caseKey('one', 'C5000') });
    expect(first?.figures).toMatchObject({ cases: 5_003, attempts: 5_003, running: 1, bad: 2, lastBad: 'C5002' });
    expect(first?.items.length).toBeLessThan(200);
    expect(first?.state.rows).toEqual([selection?.row]);
  });

  it('has the case that the address names, and those that people reviewed, wherever they stand', () => {
    const search = { ...nothing, case: 'C4000' };
    const reviews = new Map([[caseKey('one', 'C3000'), ['bad']]]);
    const { first, selection } = runOnScreen(run(passed(5_000)), { search, reviews });
    expect(selection?.row.id).toBe('C4000');
    expect(first?.state.rows.map(({ id }) => id)).toEqual(['C3000', 'C4000']);
  });

  it('has what a filter finds', () => {
    const state = run([...passed(5_000), 'failed']);
    const { first } = runOnScreen(state, { search: { ...nothing, q: 's:failed' }, reviews: new Map() });
    expect(first).toMatchObject({ length: 1, q: 's:failed', figures: { cases: 5_001 } });
  });
});

function passed(count: number): AttemptStatus[] {
  return Array.from({ length: count }, () => 'passed');
}

function run(statuses: readonly AttemptStatus[]): RunState {
  const rows = statuses.map((status, position): CaseRow => {
    const id = `C${position}`;
    return { suiteKey: 'one', id, kind: 'standard', hash: id, attempts: [{ attempt: 1, status, turns: 1 }] };
  });
  return { ...emptyRunState('r'), rows, suites: [{ key: 'one', agentId: 'a' }] };
}
