import { beforeEach, expect, it } from 'vitest';
import { caseKey } from '../../../runner/fold/index.ts';
import { caseResult } from '../../../runner/testing/finished-run.ts';
import type { Database } from '../../db/index.ts';
import { temporaryHistories, writeResults } from '../../testing/temporary-histories.ts';
import { explainAttempt, getRunState, standingsOf } from '../index.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(async () => {
  database = freshHistory();
  const results = (bad: string[]) =>
    ['a', 'b', 'c'].map((id) => caseResult({ id, status: bad.includes(id) ? 'failed' : 'passed' }));
  await writeResults(database, { runId: 'run-1', at: 1_000, suiteKey, results: results(['b']) });
  await writeResults(database, { runId: 'run-2', at: 2_000, suiteKey, results: results(['a', 'b']) });
});

function explained(runId: string, caseId: string, attempt = 1) {
  const state = getRunState(database, runId);
  return state && explainAttempt(database, state, { suiteKey, caseId, attempt });
}

it('says why an attempt failed, since when, beside what to read it, and how many failed alike', () => {
  expect(explained('run-2', 'a')).toMatchObject({
    past: { standing: 'new', lastPassed: { runId: 'run-1' } },
    passed: { runId: 'run-1', caseId: 'a', attempt: 1 },
    alike: 1,
  });
});

it('says nothing of what passed, or is not there', () => {
  expect(explained('run-2', 'c')).toBeUndefined();
  expect(explained('run-2', 'a', 2)).toBeUndefined();
  expect(explained('run-2', 'z')).toBeUndefined();
});

it('tells the new failures of a run from the known ones', () => {
  const state = getRunState(database, 'run-2');
  expect(state && standingsOf(database, state)).toEqual({
    [caseKey(suiteKey, 'a')]: 'new',
    [caseKey(suiteKey, 'b')]: 'known',
  });
  const goingOn = state && { ...state, finishedAt: undefined };
  expect(goingOn && standingsOf(database, goingOn)).toEqual({});
});
