import { describe, expect, it } from 'vitest';
import type { AttemptStatus, CaseRow } from '../../../runner/fold';
import { comparisonHref } from './comparison-href';

describe('the attempt that another is compared with', () => {
  it('is the first that ended otherwise, the earlier one on the left', () => {
    expect(readPair(['passed', 'passed', 'failed', 'error'], 2)).toEqual(['2', '3']);
    expect(readPair(['passed', 'passed', 'failed'], 3)).toEqual(['1', '3']);
  });

  it('is the neighbour when all ended alike', () => {
    expect(readPair(['passed', 'passed', 'passed'], 2)).toEqual(['2', '3']);
    expect(readPair(['passed', 'passed', 'passed'], 3)).toEqual(['2', '3']);
  });

  it('is none when no other has ended', () => {
    expect(comparisonHref('run', row(['passed']), 1)).toBeUndefined();
    expect(comparisonHref('run', row(['passed', 'running', 'skipped']), 1)).toBeUndefined();
    expect(comparisonHref('run', row(['passed', 'failed']), 9)).toBeUndefined();
  });
});

function readPair(statuses: AttemptStatus[], attempt: number): (string | null)[] {
  const search = new URL(comparisonHref('run', row(statuses), attempt) ?? '', 'http://localhost').searchParams;
  expect([search.get('base'), search.get('head'), search.get('case')]).toEqual(['run', 'run', 'a case']);
  return [search.get('left'), search.get('right')];
}

function row(statuses: AttemptStatus[]): CaseRow {
  return {
    suiteKey: 'tests/a.jsonl',
    id: 'a case',
    kind: 'standard',
    hash: '',
    attempts: statuses.map((status, position) => ({ attempt: position + 1, status, turns: 0 })),
  };
}
