import { describe, expect, it } from 'vitest';
import { type AttemptStatus, type CaseRow, caseKey, emptyRunState, type RunState } from '../../runner/fold/index.ts';
import type { ReviewsOfCases } from './case-filter.ts';
import { listCaseRows } from './case-order.ts';
import { buildRunScreen, ITEMS_PER_PAGE, type RunScreen, type ScreenWindow } from './run-screen.ts';

const noReviews: ReviewsOfCases = new Map();

describe('a part of a run', () => {
  it('is the top of the list, with the figures of the whole run', () => {
    const screen = buildScreen(run([...passed(5_000), 'failed', 'running', 'error']));
    expect(listCaseRows(screen.items).slice(0, 3)).toMatchObject([{ id: 'C5000' }, { id: 'C5002' }, { id: 'C0' }]);
    expect(screen).toMatchObject({ length: 5_003, selected: caseKey('one', 'C5001'), position: 5_002 });
    expect(screen.figures).toMatchObject({
      cases: 5_003,
      attempts: 5_003,
      running: 1,
      unsuccessfulCount: 2,
      lastUnsuccessfulId: 'C5002',
    });
    expect(screen.items).toHaveLength(ITEMS_PER_PAGE);
    expect(ids(screen.state.rows)).toEqual(['C5001']);
  });

  it('counts the cases that a stopped run did not get to, also those out of view', () => {
    const unstarted: AttemptStatus[] = Array.from({ length: 400 }, () => 'queued');
    const state: RunState = { ...run([...passed(20), ...unstarted]), status: 'cancelled' };
    expect(buildScreen(state).figures.notRun).toBe(400);
  });

  it('goes on where another one ended, until all have come', () => {
    const state = run(passed(400));
    const visibleIds = [0, 150, 300, 450].flatMap((offset) => ids(listCaseRows(buildScreen(state, { offset }).items)));
    expect(visibleIds).toEqual(ids(state.rows));
  });

  it('has the case that is looked at, those around it, and those that people reviewed, wherever they stand', () => {
    const reviews = new Map([[caseKey('one', 'C3000'), ['bad']]]);
    const state = run([...passed(5_000), 'failed', 'failed']);
    const screen = buildRunScreen(state, { ...request, case: 'C4000' }, { reviews });
    expect(ids(screen.state.rows)).toEqual(['C4000', 'C3000']);
    expect(screen).toMatchObject({ selected: caseKey('one', 'C4000'), position: 4_002 });
    const { next, previous, nextBad, previousBad } = screen.around;
    expect([next?.id, previous?.id, nextBad?.id, previousBad?.id]).toEqual(['C4001', 'C3999', undefined, 'C5001']);
  });

  it('has what a filter finds, and what is looked at even when the filter hides it', () => {
    const state = run([...passed(5_000), 'failed']);
    const screen = buildScreen(state, { q: 's:failed', case: 'C7' });
    expect(ids(listCaseRows(screen.items))).toEqual(['C5000']);
    expect(screen).toMatchObject({ length: 1, figures: { cases: 5_001 }, selected: caseKey('one', 'C7') });
    expect(screen.position).toBeUndefined();
    expect(screen.around.next?.id).toBe('C5000');
  });

  it('is empty for a run that has no cases yet', () => {
    expect(buildScreen(run([]))).toMatchObject({ items: [], length: 0, around: {} });
  });
});

const request: ScreenWindow = { q: '', suite: null, case: null, offset: 0, limit: ITEMS_PER_PAGE };

function buildScreen(state: RunState, windowFields: Partial<ScreenWindow> = {}): RunScreen {
  return buildRunScreen(state, { ...request, ...windowFields }, { reviews: noReviews });
}

function ids(rows: readonly CaseRow[]): string[] {
  return rows.map(({ id }) => id);
}

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
