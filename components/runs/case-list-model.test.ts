import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectNextAutoSelection } from '@/lib/view/auto-selection';
import { createCaseFilter } from '@/lib/view/case-filter';
import { listCaseRows, orderCases } from '@/lib/view/case-order';
import { getRowStability, getRowStatus } from '@/lib/view/row-status';
import type { AnnouncedCaseByKind, CaseKind } from '../../runner/contract';
import { type AttemptStatus, type CaseRow, caseKey, emptyRunState, type RunState } from '../../runner/fold';

describe('the status of a row', () => {
  it('is passed only when every attempt is', () => {
    expect(getRowStatus(row('a', ['passed', 'passed']))).toBe('passed');
    expect(getRowStatus(row('a', ['passed', 'failed']))).toBe('failed');
    expect(getRowStatus(row('a', ['passed', 'running']))).toBe('running');
    expect(getRowStatus(row('a', ['passed', 'queued']))).toBe('queued');
    expect(getRowStatus(row('a', ['passed', 'skipped']))).toBe('skipped');
  });

  it('shows a failure while other attempts still run', () => {
    expect(getRowStatus(row('a', ['failed', 'running']))).toBe('failed');
  });

  it('has a stability class once several attempts have ended', () => {
    expect(getRowStability(row('a', ['passed', 'passed', 'passed', 'failed']))).toBe('unstable');
    expect(getRowStability(row('a', ['passed', 'running']))).toBeUndefined();
    expect(getRowStability(row('a', ['passed']))).toBeUndefined();
    expect(getRowStability(row('a', ['skipped', 'skipped']))).toBeUndefined();
  });
});

describe('the filter', () => {
  const refund = row('R-01', ['failed'], { name: 'Refund twice', tags: ['refund', 'Slow'], kind: 'dynamic' });

  it.each([
    ['', true],
    ['refund', true],
    ['r-01 TWICE', true],
    ['r-02', false],
    ['"refund twice"', true],
    ['"twice refund"', false],
    ['s:failed', true],
    ['status:failed', true],
    ['s:passed', false],
    ['!s:passed', true],
    ['@refund', true],
    ['@slow', true],
    ['@ref', false],
    ['!@refund', false],
    ['kind:dynamic s:failed @refund !nothing', true],
    ['kind:standard', false],
    ['!"refund twice"', false],
    ['"refund', true],
  ])('%j on a failed refund case: %s', (text, isMatch) => {
    expect(createCaseFilter(text)(refund)).toBe(isMatch);
  });

  it('finds passes that nothing, or not everything, stands behind', () => {
    const rowWithNote = {
      attempt: 1,
      status: 'passed',
      turns: 1,
      unjudged: '1 call not covered by any assertion: refund',
    } as const;
    const unjudged: CaseRow = { ...row('a', []), attempts: [rowWithNote] };
    const unchecked = row('b', ['passed'], { checksNothing: true });
    const matchAll = (text: string) => [unjudged, unchecked, refund].map(createCaseFilter(text));
    expect(matchAll('s:unjudged')).toEqual([true, false, false]);
    expect(matchAll('s:unchecked')).toEqual([false, true, false]);
  });

  it('finds rows by what people said of them', () => {
    const reviews = new Map([[caseKey(refund.suiteKey, 'R-01'), ['bad', 'not_agent']]]);
    const finds = (text: string, about = refund): boolean => createCaseFilter(text, { reviews })(about);
    expect([finds('review:bad'), finds('review:not_agent'), finds('review:any')]).toEqual([true, true, true]);
    expect([finds('review:good'), finds('review:none'), finds('!review:bad')]).toEqual([false, false, false]);
    const silent = row('R-02', ['passed']);
    expect([finds('review:none', silent), finds('review:any', silent)]).toEqual([true, false]);
  });

  it('finds a row by the status of one attempt', () => {
    const shaky = row('a', ['passed', 'failed']);
    expect(createCaseFilter('s:passed')(shaky)).toBe(true);
  });

  it('finds how a failed case stands to the runs before, and the cause of its failure', () => {
    const marks = new Map([[caseKey(refund.suiteKey, refund.id), { standing: 'new', causes: ['00c0ffee'] } as const]]);
    const finds = (text: string): boolean => createCaseFilter(text, { marks })(refund);
    expect(['s:new', 'cause:00c0ffee', '!s:broken', '!cause:00000000'].map(finds)).toEqual([true, true, true, true]);
    expect(['s:broken', 'cause:00000000', '!s:new', '!cause:00c0ffee'].map(finds)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('understands whatever is typed, and a negated term finds what the term does not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => createCaseFilter(text)(refund)).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,8}$/), (word) => {
        const isMatch = createCaseFilter(word)(refund);
        expect(createCaseFilter(`!${word}`)(refund)).toBe(!isMatch);
      }),
    );
  });
});

describe('the order of the list', () => {
  it('puts what did not pass first and keeps the order of the file otherwise', () => {
    const state = run([row('a', ['passed']), row('b', ['failed']), row('c', ['running']), row('d', ['timeout'])]);
    expect(ids(state)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('gives each suite a heading with its counts when there are several', () => {
    const state = run([row('a', ['passed']), row('b', ['failed'], { suiteKey: 'two' })], ['one', 'two']);
    expect(orderCases(state, '').filter((item) => item.type === 'suite')).toEqual([
      { type: 'suite', suiteKey: 'one', passed: 1, total: 1 },
      { type: 'suite', suiteKey: 'two', passed: 0, total: 1 },
    ]);
  });

  it('loses and invents no row', () => {
    const statuses = fc.constantFrom<AttemptStatus>('passed', 'failed', 'running', 'queued', 'skipped', 'error');
    fc.assert(
      fc.property(fc.array(statuses), (list) => {
        const state = run(list.map((status, position) => row(`c${position}`, [status])));
        expect(ids(state).toSorted()).toEqual(state.rows.map(({ id }) => id).toSorted());
      }),
    );
  });
});

describe('the case that is shown before anybody chose one', () => {
  it('is the first, then the running one, then the first failure, and stays there', () => {
    const queued = [row('a', ['queued']), row('b', ['queued'])];
    expect(selectNextAutoSelection(queued, undefined)).toBe(key('a'));
    const running = [row('a', ['passed']), row('b', ['running'])];
    expect(selectNextAutoSelection(running, key('a'))).toBe(key('b'));
    const failed = [row('a', ['passed']), row('b', ['failed'])];
    expect(selectNextAutoSelection(failed, key('b'))).toBe(key('b'));
    const earlier = [row('a', ['failed']), row('b', ['failed'])];
    expect(selectNextAutoSelection(earlier, key('b'))).toBe(key('b'));
  });

  it('does not jump between cases that run at the same time', () => {
    const rows = [row('a', ['running']), row('b', ['running'])];
    expect(selectNextAutoSelection(rows, key('b'))).toBe(key('b'));
  });

  it('stays with what runs while others have failed, and goes to the first failure when all is over', () => {
    const going = [row('a', ['failed']), row('b', ['running']), row('c', ['queued'])];
    expect(selectNextAutoSelection(going, undefined)).toBe(key('b'));
    const rowsBetween = [row('a', ['failed']), row('b', ['passed']), row('c', ['queued'])];
    expect(selectNextAutoSelection(rowsBetween, key('b'))).toBe(key('b'));
    const finishedRows = [row('a', ['failed']), row('b', ['passed']), row('c', ['passed'])];
    expect(selectNextAutoSelection(finishedRows, key('c'))).toBe(key('a'));
  });

  it('is nothing in a run without cases', () => {
    expect(selectNextAutoSelection([], undefined)).toBeUndefined();
  });
});

function ids(state: RunState): string[] {
  return listCaseRows(orderCases(state, '')).map(({ id }) => id);
}

function key(id: string): string {
  return caseKey('one', id);
}

function row(id: string, statuses: AttemptStatus[], fields: Partial<AnnouncedCaseByKind[CaseKind]> = {}): CaseRow {
  const attempts = statuses.map((status, position) => ({ attempt: position + 1, status, turns: 0 }));
  const announcedCase: AnnouncedCaseByKind[CaseKind] = { suiteKey: 'one', id, kind: 'standard', hash: id, ...fields };
  return { ...announcedCase, attempts };
}

function run(rows: CaseRow[], suites = ['one']): RunState {
  return { ...emptyRunState('r'), rows, suites: suites.map((suite) => ({ key: suite, agentId: 'a' })) };
}
