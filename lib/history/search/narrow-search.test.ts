import { beforeEach, expect, it } from 'vitest';
import { caseResult } from '../../../runner/testing/finished-run.ts';
import type { Database } from '../../db/index.ts';
import { temporaryHistories, writeResults } from '../../testing/temporary-histories.ts';
import { narrowSearch, type SearchScope } from './narrow-search.ts';

const freshHistory = temporaryHistories();
let database: Database;

/** Three runs of four cases, one passage each; one attempt of the first and one of the last timed out. */
beforeEach(async () => {
  database = freshHistory();
  for (const run of [1, 2, 3]) {
    const results = ['a', 'b', 'c', 'd'].map((id) =>
      caseResult({ id, input: 'hello', output: 'the same', status: id === 'b' && run !== 2 ? 'timeout' : 'passed' }),
    );
    await writeResults(database, { runId: `run-${run}`, at: run, results, outcome: 'failed' });
  }
});

function idsIn(scope: SearchScope, few?: number): number[] {
  const narrowed = narrowSearch(database, scope, few);
  if (narrowed === undefined) return [];
  return database.sqlite
    .prepare<unknown[], number>(`SELECT rowid FROM said WHERE said MATCH 'same' AND ${narrowed.sql} ORDER BY rowid`)
    .pluck()
    .all(...narrowed.values);
}

const timedOut = { sql: 'a.status = ?', value: 'timeout' };
const broke = { sql: 'a.status = ?', value: 'error' };

it('leaves the passages of the attempts that meet the conditions, however far apart their runs are', () => {
  expect(idsIn({ conditions: [timedOut] })).toEqual([2, 10]);
  expect(idsIn({ conditions: [timedOut], runId: 'run-3' })).toEqual([10]);
});

it('leaves those of their runs and of what lies between, where too many meet them', () => {
  expect(idsIn({ conditions: [timedOut] }, 1)).toHaveLength(12);
  expect(idsIn({ conditions: [timedOut], runId: 'run-3' }, 0)).toEqual([9, 10, 11, 12]);
});

it('keeps to a run, and leaves everything where nothing is said', () => {
  expect(idsIn({ conditions: [], runId: 'run-2' })).toEqual([5, 6, 7, 8]);
  expect(idsIn({ conditions: [] })).toHaveLength(12);
});

it('looks at nothing where nothing meets the conditions', () => {
  expect(narrowSearch(database, { conditions: [broke] })).toBeUndefined();
  expect(narrowSearch(database, { conditions: [timedOut], runId: 'run-2' })).toBeUndefined();
  expect(narrowSearch(database, { conditions: [], runId: 'unknown' })).toBeUndefined();
});

it('finds the passages of an attempt by their index', () => {
  const { sql, values } = narrowSearch(database, { conditions: [timedOut] }) ?? { sql: '', values: [] };
  const plan = database.sqlite
    .prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT rowid FROM said WHERE said MATCH 'same' AND ${sql}`,
    )
    .all(...values);
  expect(plan.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('passages_by_attempt (run=? AND last_seq=?)'),
  );
});
