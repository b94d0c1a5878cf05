import { beforeEach, describe, expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import { describeRateChange } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { compareStoredRuns } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('what makes a comparison less sure', () => {
  it('is a run before that was the best of several', async () => {
    for (const [time, passed] of [6, 7, 5, 9].entries()) await record(`run-${time}`, time, passed);
    await record('head', 10, 6);
    expect(compareSelection('run-3', 'head')).toEqual({ bestOf: 4 });
    expect(compareSelection('run-2', 'head')).toEqual({ looks: 2 });
    expect(changeWords('run-3', 'head')).toMatch(
      /; the earlier run had the highest pass rate of 4 complete runs of this suite and agent$/,
    );
  });

  it('is not one that others equalled, nor one of two', async () => {
    for (const [time, passed] of [9, 9, 9].entries()) await record(`run-${time}`, time, passed);
    await record('head', 10, 6);
    expect(compareSelection('run-2', 'head')).toEqual({});
    await record('low', 20, 1, { agentId: 'two' });
    await record('high', 21, 9, { agentId: 'two' });
    await record('head-of-two', 22, 5, { agentId: 'two' });
    expect(compareSelection('high', 'head-of-two')).toEqual({});
  });

  it('is that other complete runs of the series were compared with it', async () => {
    await record('base', 1, 9);
    for (const time of [2, 3, 4]) await record(`later-${time}`, time, 8);
    await record('stopped', 5, 1, { outcome: 'cancelled' });
    await record('other', 6, 1, { connector: 'large' });
    await record('head', 10, 8);
    expect(compareSelection('base', 'head')).toEqual({ looks: 4 });
    expect(changeWords('base', 'head')).toMatch(/; the 4th run compared with it$/);
    expect(compareSelection('base', 'other')).toEqual({});
  });
});

function compareSelection(base: string, head: string) {
  return compareStoredRuns(database, { base, head, all: false }).comparison.selection;
}

function changeWords(base: string, head: string): string {
  return describeRateChange(compareStoredRuns(database, { base, head, all: false }).change);
}

function record(runId: string, time: number, passed: number, runFields: Partial<RecordedResults> = {}) {
  const results = Array.from({ length: 10 }, (_, index) =>
    caseResult({ id: `c${index}`, status: index < passed ? 'passed' : 'failed' }),
  );
  return writeResults(database, { runId, at: time, results, connector: 'small', ...runFields });
}
