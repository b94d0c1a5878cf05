import { beforeEach, expect, it } from 'vitest';
import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { FailingCaseHistory } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { findNewestRunWithCase, findPassingRun, getRunState, readCaseHistories } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

async function record(runId: string, time: number, statuses: CaseStatus[], runFields: Partial<RecordedResults> = {}) {
  const results: CaseResult[] = statuses.map((status, index) => caseResult({ id: 'a', status, attempt: index + 1 }));
  await writeResults(database, { runId, at: time, suiteKey, results, ...runFields });
}

function pastIn(runId: string): FailingCaseHistory | undefined {
  const state = getRunState(database, runId);
  return state && readCaseHistories(database, state, state.rows).get(caseKey(suiteKey, 'a'));
}

it('is that of complete runs of the same connector before the run, not of others', async () => {
  await record('run-1', 1_000, ['passed'], { connector: 'small' });
  await record('run-2', 2_000, ['failed'], { connector: 'large' });
  await record('run-3', 3_000, ['failed'], { connector: 'small', options: { cases: ['a'] } });
  await record('run-4', 4_000, ['failed'], { connector: 'small', outcome: 'cancelled' });
  await record('run-5', 5_000, ['failed'], { connector: 'small' });
  await record('run-6', 6_000, ['passed'], { connector: 'small' });
  expect(pastIn('run-5')).toMatchObject({ standing: { state: 'new' }, lastPassed: { runId: 'run-1' }, runs: 1 });
  expect(pastIn('run-1')).toBeUndefined();
});

it('finds the attempt to read a failed one beside, and the newest run that had a case', async () => {
  await record('run-1', 1_000, ['failed', 'passed']);
  await record('run-2', 2_000, ['failed']);
  const key = { suiteKey, caseId: 'a', attempt: 1 };
  const caseHistory: FailingCaseHistory = {
    standing: { state: 'new', passed: 0, judged: 1, bounds: { low: 0, high: 0.95 } },
    isNewlyFailing: false,
    runs: 1,
    lastPassed: { runId: 'run-1', startedAt: 1 },
  };
  expect(findPassingRun(database, { runId: 'run-2', caseHistory, ...key })).toMatchObject({
    runId: 'run-1',
    attempt: 2,
  });
  expect(findPassingRun(database, { runId: 'run-1', caseHistory: undefined, ...key })).toMatchObject({ attempt: 2 });
  expect(findPassingRun(database, { runId: 'run-2', caseHistory: undefined, ...key })).toBeUndefined();
  expect(findNewestRunWithCase(database, 'a')).toBe('run-2');
  expect(findNewestRunWithCase(database, 'b')).toBeUndefined();
});
