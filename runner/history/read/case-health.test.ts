import { beforeEach, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import { assessCaseHealthAtRunEnd, getRunState, readNotableCaseHealth, readTrends, withCaseHealth } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

const infra: CaseResult['fault'] = {
  ...({ by: 'infra', kind: 'server', severity: 'critical_hindered', confidence: 'certain' } as const),
  rule: 'status',
  evidence: '503',
};

/**
 * One letter per run, and each run is named by its position: `P` means that all attempts pass, `F` that all fail, `I`
 * that all fail because of the infrastructure.
 */
async function record(letters: string, partsOf: (run: number) => Partial<RecordedResults> = () => ({})): Promise<void> {
  for (const [run, letter] of [...letters].entries()) {
    const failed: Partial<CaseResult> = letter === 'I' ? { status: 'error', fault: infra } : { status: 'failed' };
    const results = ids.map((id) => caseResult({ id, ...(letter === 'P' ? {} : failed) }));
    await writeResults(database, { runId: `run-${run}`, at: 1_000 * (run + 1), suiteKey, results, ...partsOf(run) });
  }
}

function statesIn(runId: string): string[] {
  const state = getRunState(database, runId);
  const rows = state === undefined ? [] : withCaseHealth(database, state).rows;
  return [...new Set(rows.map(({ standing }) => `${standing?.state} since ${standing?.since?.runId ?? '-'}`))];
}

it('is not made flaky by outages, and names them', async () => {
  await record('PPFPPIPPFFP');
  const state = getRunState(database, 'run-10');
  const events = state && assessCaseHealthAtRunEnd(database, state, suiteKey).events;
  expect(events?.map(({ kind, reason, runs }) => [kind, reason, runs.length])).toEqual([
    ['outage', 'came_back', 1],
    ['outage', 'infra', 1],
    ['outage', 'came_back', 2],
  ]);
  expect(statesIn('run-10')).toEqual(['fine since -']);
  // The health states of run 2 must not depend on later runs: when it ended, nobody could know that the cases would
  // recover.
  expect(statesIn('run-2')).toEqual(['new since run-2']);
  expect(statesIn('run-5')).toEqual(['broken since run-5']);
  const report = readTrends(database, { suiteKey, agentId: '', window: '20', same: false, now: 99_000 });
  expect(report.events.map(({ kind, cases }) => [kind, cases])).toEqual([
    ['outage', 6],
    ['outage', 6],
    ['outage', 6],
  ]);
  expect(report.cases.rows.every(({ standing }) => standing?.state === 'fine')).toBe(true);
});

it('is broken since the first run of another agent', async () => {
  await record('PPPPPFFF', (run) => ({ parts: { prompts: run < 5 ? 'old' : 'new' } }));
  expect(statesIn('run-7')).toEqual(['broken since run-5']);
  const state = getRunState(database, 'run-7');
  const notableHealth = state === undefined ? {} : readNotableCaseHealth(database, state);
  expect(Object.keys(notableHealth)).toHaveLength(6);
  expect(notableHealth[caseKey(suiteKey, 'a')]).toMatchObject({ state: 'broken', judged: 3 });
});

it('is that of complete runs, and of the run itself', async () => {
  await record('PPPPP');
  const results = [caseResult({ id: 'a', status: 'failed' })];
  await writeResults(database, { runId: 'part', at: 9_000, suiteKey, results, options: { cases: ['a'] } });
  expect(statesIn('part')).toEqual(['new since part']);
  await writeResults(database, { runId: 'later', at: 10_000, suiteKey, results: [caseResult({ id: 'a' })] });
  expect(statesIn('later')).toEqual(['fine since -']);
});
