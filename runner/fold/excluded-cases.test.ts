import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../contract/index.ts';
import { countAttempts } from './counts.ts';
import { describeExcluded } from './excluded-cases.ts';
import type { AttemptRow, CaseRow } from './run-state.ts';

const createAttempt = (status: AttemptRow['status'], position: number): AttemptRow => ({
  attempt: position + 1,
  status,
  turns: 1,
});
const createRow = (id: string, setAside: CaseRow['setAside'], ...statuses: AttemptRow['status'][]) => ({
  id,
  setAside,
  attempts: statuses.map(createAttempt),
});

describe('cases that are set aside', () => {
  it('say how many they are and what became of them', () => {
    expect(describeExcluded([createRow('a', undefined, 'failed')])).toBeUndefined();
    expect(describeExcluded([createRow('a', 'quarantine', 'passed'), createRow('b', 'quarantine', 'failed')])).toBe(
      '2 quarantined (1 failed), 1 quarantined case passed: a',
    );
    expect(describeExcluded([createRow('a', 'quarantine', 'passed', 'failed')])).toBe('1 quarantined (1 failed)');
    expect(describeExcluded([createRow('a', 'quarantine', 'skipped')])).toBe('1 quarantined');
    expect(describeExcluded([createRow('a', 'quarantine', 'skipped', 'passed')])).toMatch(/ passed: a$/);
    expect(describeExcluded([createRow('a', 'quarantine', 'timeout'), createRow('b', 'quarantine', 'error')])).toBe(
      '2 quarantined (2 errors)',
    );
    expect(describeExcluded([createRow('c6', 'expect_fail', 'failed'), createRow('c7', 'expect_fail', 'passed')])).toBe(
      '2 expected failures (1 failed), 1 expected failure passed: c7',
    );
    expect(describeExcluded([createRow('c7', 'expect_fail', 'failed', 'passed', 'failed')])).toContain(
      'passed: c7 (1 of 3)',
    );
    expect(describeExcluded([createRow('c7', 'expect_fail', 'skipped', 'passed', 'failed')])).toContain('c7 (1 of 2)');
    expect(describeExcluded([createRow('c7', 'expect_fail', 'passed', 'running')])).toMatch(/ c7$/);
    expect(describeExcluded([createRow('c7', 'expect_fail', 'failed'), createRow('c8', 'expect_fail', 'error')])).toBe(
      '1 expected failure (1 failed)',
    );
    // An expected failure is judged by the results of single attempts, not by the joint decision on the case.
    const [attempt] = createRow('c7', 'expect_fail', 'passed').attempts;
    const attempts = attempt === undefined ? [] : [{ ...attempt, decision: 'inconclusive' as const }];
    expect(describeExcluded([{ id: 'c7', setAside: 'expect_fail', attempts }])).toBe(
      '1 expected failure, 1 expected failure passed: c7',
    );
  });

  it('are named up to ten', () => {
    const rows = Array.from({ length: 12 }, (_, index) => createRow(`c${index}`, 'expect_fail', 'passed'));
    expect(describeExcluded(rows.slice(0, 10))).toMatch(/ c9$/);
    expect(describeExcluded(rows)).toMatch(/12 expected failures passed: c0, .*c9 and 2 more$/);
  });

  it('have a count of their own, and no share in any other once they ended', () => {
    const endedResults: Pick<CaseResult, 'status' | 'setAside'>[] = [
      { status: 'passed' },
      { status: 'failed', setAside: 'quarantine' },
      { status: 'passed', setAside: 'expect_fail' },
      { status: 'skipped', setAside: 'quarantine' },
    ];
    expect(countAttempts(endedResults)).toEqual({
      passed: 1,
      failed: 0,
      error: 0,
      timeout: 0,
      skipped: 1,
      setAside: 2,
    });
    expect(countAttempts([{ status: 'passed' }])).not.toHaveProperty('setAside');
  });
});
