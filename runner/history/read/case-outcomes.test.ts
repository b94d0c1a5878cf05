import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  listCaseOutcomes,
  listShardRuns,
  readCaseDurations,
  readLastOutcomes,
  readLastRunsByFile,
} from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('how the cases of a suite ended last', () => {
  it('is that of the newest complete run that had them, each its own', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a', status: 'failed' }), caseResult({ id: 'b', status: 'error' })]);
    await record('run-2', 2_000, [caseResult({ id: 'a' })]);
    expect(outcomes()).toMatchObject([
      { suiteKey, caseId: 'a', runId: 'run-2', status: 'passed', standing: { state: 'back' } },
      { suiteKey, caseId: 'b', runId: 'run-1', status: 'error' },
    ]);
  });

  it('is none of a run that was stopped, had only some cases, or used another model than the last whole one', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a' }), caseResult({ id: 'b' })], { connector: 'large' });
    await record('run-2', 2_000, [caseResult({ id: 'a', status: 'failed' })], { connector: 'small' });
    await record('run-3', 3_000, [caseResult({ id: 'a' })], { connector: 'small', options: { cases: ['a'] } });
    await record('run-4', 4_000, [caseResult({ id: 'a' })], { connector: 'small', outcome: 'cancelled' });
    expect(outcomes()).toMatchObject([
      { caseId: 'a', runId: 'run-4', status: 'failed' },
      { caseId: 'b', runId: 'run-1' },
    ]);
    expect(outcomes()[1]).not.toHaveProperty('status');
    expect(readLastRunsByFile(database).get(suiteKey)).toMatchObject([
      { runId: 'run-2', connector: 'small', passed: 0, judged: 1 },
      { runId: 'run-1', connector: 'large', passed: 2, judged: 2 },
    ]);
  });

  it('is known of a suite among several of a run', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a', status: 'failed' })]);
    const suites = [{ key: suiteKey, agentId: 'shop', connector: null }];
    database.sqlite
      .prepare("UPDATE runs SET suite_key = 'tests', agent_id = 'shop, desk', suites = ?")
      .run(JSON.stringify(suites));
    expect(outcomes()).toMatchObject([{ caseId: 'a', status: 'failed' }]);
    expect(
      readLastOutcomes(database, { suiteKey, agentId: 'shop', connector: null, simulator: null }).notPassed,
    ).toEqual(new Set(['a']));
    expect(readLastOutcomes(database, { suiteKey, agentId: 'desk', connector: null, simulator: null }).known.size).toBe(
      0,
    );
  });

  it('says whether it is flaky, or broke and stays broken', async () => {
    const endStatuses = ['passed', 'passed', 'passed', 'failed', 'failed'] as const;
    for (const [run, status] of endStatuses.entries()) {
      const flaky = caseResult({ id: 'flaky', status: run % 2 === 0 ? 'passed' : 'failed' });
      await record(`run-${run}`, run, [caseResult({ id: 'broke', status }), flaky]);
    }
    expect(outcomes().map(({ caseId, standing }) => [caseId, standing?.state, standing?.since?.runId])).toEqual([
      ['broke', 'broken', 'run-3'],
      ['flaky', 'flaky', undefined],
    ]);
  });

  it('says how the case stands as it is now, not as it was before it was edited', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a', status: 'failed' })], { hash: 'old' });
    await record('run-2', 2_000, [caseResult({ id: 'a' })]);
    expect(outcomes()).toMatchObject([{ suiteKey, caseId: 'a', runId: 'run-2', status: 'passed' }]);
    expect(outcomes()[0]?.standing).toMatchObject({ state: 'fine', judged: 1 });
    await record('run-3', 3_000, [caseResult({ id: 'a', status: 'skipped' })]);
    expect(outcomes()[0]).toMatchObject({ status: 'skipped', standing: { state: 'fine', judged: 1 } });
  });

  it('looks at the last 20 complete runs of the series for an outcome', async () => {
    await record('run-00', 1_000, [caseResult({ id: 'a' }), caseResult({ id: 'rare' })]);
    for (let run = 1; run < 20; run += 1) {
      await record(`run-${String(run).padStart(2, '0')}`, 1_000 + run, [caseResult({ id: 'a' })]);
    }
    const statuses = () => outcomes().map(({ caseId, status }) => [caseId, status]);
    expect(statuses()).toEqual([
      ['a', 'passed'],
      ['rare', 'passed'],
    ]);
    await record('run-20', 2_000, [caseResult({ id: 'a' })]);
    expect(statuses()).toEqual([
      ['a', 'passed'],
      ['rare', undefined],
    ]);
  });

  it('is that of the rows of all scorers in a table', async () => {
    const rows = (id: string, status: CaseResult['status']) => [caseResult({ id, status, kind: 'experiment' })];
    await record('run-1', 1_000, rows('polite', 'failed'), { suite: 'tests/table.csv#tone' });
    await record('run-2', 2_000, rows('near', 'passed'), { suite: 'tests/table.csv#levenshtein' });
    await record('run-3', 3_000, rows('polite', 'passed'), { suite: 'tests/table.csv#levenshtein' });
    await record('run-4', 4_000, rows('other', 'passed'), { suite: 'tests/table.csv2#tone' });
    expect(
      listCaseOutcomes(database, 'tests/table.csv').map(({ caseId, runId, status }) => [caseId, runId, status]),
    ).toEqual([
      ['near', 'run-2', 'passed'],
      ['polite', 'run-3', 'passed'],
      ['polite', 'run-1', 'failed'],
    ]);
    expect(readLastRunsByFile(database).get('tests/table.csv')?.[0]?.runId).toBe('run-3');
  });

  it('knows nothing of runs that go on, were deleted or had other suites', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a' })]);
    await record('run-2', 2_000, [caseResult({ id: 'a', status: 'failed' })]);
    await record('run-3', 3_000, [caseResult({ id: 'a', status: 'timeout' })], { isOver: false });
    deleteRuns(database, ['run-2'], 4_000);
    expect(outcomes()).toMatchObject([{ suiteKey, caseId: 'a', runId: 'run-1', status: 'passed' }]);
    expect(listCaseOutcomes(database, 'tests/other.jsonl')).toEqual([]);
    expect(readLastRunsByFile(database).get(suiteKey)).toMatchObject([
      { runId: 'run-1', passed: 1, judged: 1, startedAt: 1_000 },
    ]);
  });
});

function outcomes() {
  return listCaseOutcomes(database, suiteKey).toSorted((left, right) => left.caseId.localeCompare(right.caseId));
}

type Recorded = { isOver?: boolean; hash?: string; suite?: string } & Pick<
  RecordedResults,
  'connector' | 'options' | 'outcome'
>;

describe('how long the cases of a suite take', () => {
  it('is the average of their attempts in complete runs; parts of runs say nothing', async () => {
    const shard = { index: 1, total: 2, plan: 'digest' };
    await record('run-1', 1_000, [caseResult({ id: 'a', durationMs: 100 }), caseResult({ id: 'b', durationMs: 7 })]);
    await record('run-2', 2_000, [
      caseResult({ id: 'a', durationMs: 300 }),
      caseResult({ id: 'c', status: 'skipped', durationMs: 0 }),
    ]);
    await record('run-3', 3_000, [caseResult({ id: 'a', durationMs: 9_000 })], { options: { shard } });
    expect(readCaseDurations(database, { suiteKey, agentId: 'shop', connector: null, simulator: null })).toEqual([
      { caseId: 'a', ms: 200 },
      { caseId: 'b', ms: 7 },
    ]);
    expect(listShardRuns(database)).toMatchObject([{ runId: 'run-3', ...shard }]);
  });
});

function record(
  runId: string,
  time: number,
  results: readonly CaseResult[],
  { isOver = true, hash = 'hash', suite = suiteKey, ...parts }: Recorded = {},
): Promise<void> {
  const run = { runId, at: time, results: results.map((result) => ({ ...result, hash })), suiteKey: suite, ...parts };
  return writeResults(database, run, isOver ? 'over' : 'goes on');
}
