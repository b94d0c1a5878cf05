import { beforeEach, expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { type NarrowingLimits, narrowSearch, type SearchScope } from './narrow-search.ts';

const freshHistory = temporaryHistories();
let database: Database;

/** Three runs of four cases, with one passage each; one attempt of the first run and one of the last timed out. */
beforeEach(async () => {
  database = freshHistory();
  for (const run of [1, 2, 3]) {
    const results = ['a', 'b', 'c', 'd'].map((id) =>
      caseResult({ id, input: 'hello', output: 'the same', status: id === 'b' && run !== 2 ? 'timeout' : 'passed' }),
    );
    await writeResults(database, { runId: `run-${run}`, at: run, results, outcome: 'failed' });
  }
});

type Scope = Omit<SearchScope, 'match'>;

/** Returns the ids that are searched first, and the ids that are searched afterwards. */
function steps(scope: Scope, limits: Partial<NarrowingLimits> = {}): number[][] {
  const all = { few: 100, passages: 100, many: 100, ...limits };
  return [...narrowSearch(database, { ...scope, match: 'same' }, all)].map(({ sql, values }) =>
    database.sqlite
      .prepare<unknown[], number>(`SELECT rowid FROM said WHERE said MATCH 'same' AND ${sql} ORDER BY rowid`)
      .pluck()
      .all(...values),
  );
}

const timedOut = { sql: 'a.status = ?', value: 'timeout' };
const broke = { sql: 'a.status = ?', value: 'error' };

it('looks at the passages of the attempts that meet the conditions, however far apart their runs are', () => {
  expect(steps({ conditions: [timedOut] })).toEqual([[2, 10]]);
  expect(steps({ conditions: [timedOut], runId: 'run-3' })).toEqual([[10]]);
});

it('looks at the newest passages with the words first, where more attempts meet the conditions', () => {
  expect(steps({ conditions: [timedOut] }, { few: 1, passages: 3 })).toEqual([
    [10, 11, 12],
    [2, 10],
  ]);
  expect(steps({ conditions: [timedOut], before: 10 }, { few: 1, passages: 3 })[0]).toEqual([7, 8, 9, 10, 11, 12]);
  const [all, ...others] = steps({ conditions: [timedOut] }, { few: 1, passages: 12 });
  expect(all).toHaveLength(12);
  expect(others).toEqual([]);
});

it('looks at those of their runs and of what lies between, where too many meet them', () => {
  const limits = { few: 0, passages: 1, many: 0 };
  expect(steps({ conditions: [timedOut] }, limits)[1]).toHaveLength(12);
  expect(steps({ conditions: [timedOut], runId: 'run-3' }, limits)).toEqual([[12], [9, 10, 11, 12]]);
});

it('keeps to a run, and looks at everything where nothing is said', () => {
  expect(steps({ conditions: [], runId: 'run-2' })).toEqual([[5, 6, 7, 8]]);
  expect(steps({ conditions: [] })[0]).toHaveLength(12);
});

it('looks at nothing where nothing meets the conditions', () => {
  expect(steps({ conditions: [broke] })).toEqual([]);
  expect(steps({ conditions: [timedOut], runId: 'run-2' })).toEqual([]);
  expect(steps({ conditions: [], runId: 'unknown' })).toEqual([]);
});

it('finds the passages of an attempt by their index', () => {
  const [{ sql, values } = { sql: '', values: [] }] = [
    ...narrowSearch(database, { match: 'same', conditions: [timedOut] }),
  ];
  const plan = database.sqlite
    .prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT rowid FROM said WHERE said MATCH 'same' AND ${sql}`,
    )
    .all(...values);
  expect(plan.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('passages_by_attempt (run=? AND last_seq=?)'),
  );
});
