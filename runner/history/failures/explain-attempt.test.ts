import { beforeEach, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import { explainAttempt, getRunState, readNotableCaseHealth } from '../index.ts';
import { createReaderWithoutToolResults } from '../log/event-row.ts';
import { readAttemptResult } from '../read/attempt-result.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(async () => {
  database = freshHistory();
  const results = (failingIds: string[]) =>
    ['a', 'b', 'c'].map((id) => caseResult({ id, status: failingIds.includes(id) ? 'failed' : 'passed' }));
  await writeResults(database, { runId: 'run-1', at: 1_000, suiteKey, results: results(['b']) });
  await writeResults(database, { runId: 'run-2', at: 2_000, suiteKey, results: results(['a', 'b']) });
});

function explained(runId: string, caseId: string, attempt = 1) {
  const state = getRunState(database, runId);
  return state && explainAttempt(database, state, { suiteKey, caseId, attempt });
}

it('says why an attempt failed, since when, beside what to read it, and how many failed alike', () => {
  expect(explained('run-2', 'a')).toMatchObject({
    past: { standing: { state: 'new' }, lastPassed: { runId: 'run-1' } },
    passed: { runId: 'run-1', caseId: 'a', attempt: 1 },
    alike: 1,
  });
});

it('says nothing of what passed, or is not there', () => {
  expect(explained('run-2', 'c')).toBeUndefined();
  expect(explained('run-2', 'a', 2)).toBeUndefined();
  expect(explained('run-2', 'z')).toBeUndefined();
});

it('tells the new failures of a run from the others', () => {
  const state = getRunState(database, 'run-2');
  expect(state && readNotableCaseHealth(database, state)).toMatchObject({
    [caseKey(suiteKey, 'a')]: { state: 'new', since: { runId: 'run-2' } },
    [caseKey(suiteKey, 'b')]: { state: 'broken', since: { runId: 'run-1' } },
  });
  expect(state && Object.keys(readNotableCaseHealth(database, state))).toHaveLength(2);
  const goingOn = state && { ...state, finishedAt: undefined };
  expect(goingOn && readNotableCaseHealth(database, goingOn)).toEqual({});
});

it('is not kept waiting by what tools answered, however long, and reads all else', async () => {
  const message = 'm'.repeat(100_000);
  const resultFields: Partial<CaseResult> = {
    id: 'd',
    status: 'failed',
    output: 'o'.repeat(100_000),
    toolCalls: [{ tool: 'look', result: 'r'.repeat(100_000) }],
    assertions: [{ type: 'contains', status: 'failed', message }],
  };
  await writeResults(database, { runId: 'run-3', at: 3_000, suiteKey, results: [caseResult(resultFields)] });
  const key = { suiteKey, caseId: 'd', attempt: 1 };
  const result = readAttemptResult(database, 'run-3', key, createReaderWithoutToolResults(database));
  expect(result?.toolCalls).toEqual([{ tool: 'look', result: null }]);
  expect(result?.output).toHaveLength(100_000);
  expect(explained('run-3', 'd')?.diagnosis.cause.sentence).toHaveLength(100_000);
});
