import { describe, expect, it } from 'vitest';
import { groupRuns } from './group-runs';

const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
const runs = [
  { id: 1, suiteKey: 'b.jsonl', startedAt: noon(24) },
  { id: 2, suiteKey: 'a.jsonl', startedAt: noon(24) - 1_000 },
  { id: 3, suiteKey: 'b.jsonl', startedAt: noon(23) },
  { id: 4, suiteKey: 'a.jsonl', startedAt: noon(2) },
];
const groupIds = (by: 'day' | 'suite' | 'none') =>
  groupRuns(runs, { by, now: noon(24), folder: '' }).map(({ title, runs: runsOfGroup }) => [
    title,
    runsOfGroup.map(({ id }) => id),
  ]);

describe('runs in groups', () => {
  it('stand by day, the last two in words', () => {
    const [todayGroup, yesterdayGroup, olderGroup] = groupIds('day');
    expect(todayGroup).toEqual(['Today', [1, 2]]);
    expect(yesterdayGroup).toEqual(['Yesterday', [3]]);
    expect(olderGroup?.[0]).toMatch(/^2 Nov/);
  });

  it('stand by suite, that of the newest run first', () => {
    expect(groupIds('suite')).toEqual([
      ['b.jsonl', [1, 3]],
      ['a.jsonl', [2, 4]],
    ]);
  });

  it('may stand in one list', () => {
    expect(groupIds('none')).toEqual([[undefined, [1, 2, 3, 4]]]);
  });
});
