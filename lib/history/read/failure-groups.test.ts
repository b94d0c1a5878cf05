import { beforeEach, expect, it } from 'vitest';
import { caseResult } from '../../../runner/testing/finished-run.ts';
import type { Database } from '../../db/index.ts';
import { temporaryHistories, writeResults } from '../../testing/temporary-histories.ts';
import { explainAttempt, failureGroups, getRunState } from '../index.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(async () => {
  database = freshHistory();
  const failed = (id: string, type: string) =>
    caseResult({ id, status: 'failed', assertions: [{ type, status: 'failed', message: type }] });
  const results = [failed('a', 'regex'), failed('b', 'contains'), caseResult({ id: 'c' }), failed('d', 'contains')];
  await writeResults(database, { runId: 'run-1', at: 1_000, suiteKey, results });
});

function stored() {
  const state = getRunState(database, 'run-1');
  if (state === undefined) throw new Error('no run');
  return state;
}

it('puts failures with the same cause together, as many as the diagnosis of one of them counts', () => {
  const { groups, failures } = failureGroups(database, stored());
  expect(failures).toBe(3);
  expect(groups.map(({ cases, attempts }) => [cases.map(({ id }) => id), attempts])).toEqual([
    [['b', 'd'], 2],
    [['a'], 1],
  ]);
  expect(explainAttempt(database, stored(), { suiteKey, caseId: 'b', attempt: 1 })?.alike).toBe(1);
});
