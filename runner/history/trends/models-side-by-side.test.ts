import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseStatus } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import { passRateBand } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { modelsOfSuite, modelsOfSuites } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suite = { suiteKey: 'tests/suite.jsonl', agentId: 'shop' };
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('models side by side', () => {
  it('are the newest complete run of each connector, case by case', async () => {
    await record('old', 1, { connector: 'small' }, ['a failed', 'b failed']);
    await record('small', 2, { connector: 'small' }, ['a passed', 'b failed']);
    await record('large', 3, { connector: 'large' }, ['b passed', 'a passed', 'c passed']);
    await record('some', 4, { connector: 'large', options: { cases: ['a'] } }, ['a failed']);
    await record('elsewhere', 5, { connector: 'large', agentId: 'other' }, ['a failed']);
    const { columns, rows } = modelsOfSuite(database, suite);
    expect(columns).toMatchObject([
      { connector: 'large', runId: 'large', passed: 3, judged: 3 },
      { connector: 'small', runId: 'small', passed: 1, judged: 2 },
    ]);
    expect(columns[1]?.band).toEqual(
      passRateBand([
        { passed: 1, judged: 1 },
        { passed: 0, judged: 1 },
      ]),
    );
    expect(rows.map(({ caseId, cells }) => [caseId, ...cells.map((cell) => cell?.passed ?? null)])).toEqual([
      ['b', 1, 0],
      ['a', 1, 1],
      ['c', 1, null],
    ]);
  });

  it('count attempts that are judged, and cases that are stable', async () => {
    await record('once', 1, { connector: 'small' }, ['a passed', 'a passed', 'b passed', 'b failed', 'c skipped']);
    const { columns, rows } = modelsOfSuite(database, suite);
    expect(columns).toMatchObject([{ passed: 3, judged: 4, repeated: 2, stable: 1, meanCost: null }]);
    expect(rows.map(({ caseId }) => caseId)).toEqual(['a', 'b']);
  });

  it('say which runs go on', async () => {
    await record('now', 1, { connector: 'small' }, ['a passed'], 'goes on');
    expect(modelsOfSuite(database, suite)).toEqual({
      columns: [],
      rows: [],
      running: [{ runId: 'now', connector: 'small' }],
    });
  });

  it('have every suite and agent in one table', async () => {
    await record('small', 1, { connector: 'small' }, ['a passed']);
    await record('large', 2, { connector: 'large' }, ['a failed']);
    await record('other', 3, { suiteKey: 'tests/other.jsonl' }, ['a passed']);
    const { connectors, rows } = modelsOfSuites(database);
    expect(connectors).toEqual([null, 'large', 'small']);
    expect(rows.map(({ suiteKey, cells }) => [suiteKey, ...cells.map((cell) => cell?.runId ?? null)])).toEqual([
      ['tests/other.jsonl', 'other', null, null],
      ['tests/suite.jsonl', null, 'large', 'small'],
    ]);
  });
});

type Parts = Partial<Omit<RecordedResults, 'runId' | 'at' | 'results'>>;

function record(
  runId: string,
  at: number,
  parts: Parts,
  outcomes: readonly string[],
  state: 'goes on' | 'over' = 'over',
): Promise<void> {
  const attempts = new Map<string, number>();
  const results = outcomes.map((outcome) => {
    const [id = '', status] = outcome.split(' ');
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    return caseResult({ id, attempt, status: status as CaseStatus });
  });
  return writeResults(database, { runId, at, results, ...parts }, state);
}
