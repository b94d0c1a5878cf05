import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaseResult, countStatuses, passRate, type RunEventBody } from '../../runner/contract/index.ts';
import { defaultEnvironment } from '../../runner/plan/plan-run.ts';
import { caseResult } from '../../runner/testing/finished-run.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { caseOutcomes, createHistoryWriter, deleteRuns, lastRuns } from './index.ts';

const suiteKey = 'tests/refunds.jsonl';
let folder: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-case-outcomes-'));
  database = openDatabase(path.join(folder, 'history.db'));
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('how the cases of a suite ended last', () => {
  it('is that of the newest run that had them, each its own', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a', status: 'failed' }), caseResult({ id: 'b', status: 'error' })]);
    await record('run-2', 2_000, [caseResult({ id: 'a' })]);
    expect(outcomes()).toEqual([
      { suiteKey, caseId: 'a', runId: 'run-2', status: 'passed', stability: 'unstable' },
      { suiteKey, caseId: 'b', runId: 'run-1', status: 'error' },
    ]);
  });

  it('counts every attempt of the newest run', async () => {
    const attempts = (['passed', 'failed', 'passed', 'passed', 'passed'] as const).map((status, position) =>
      caseResult({ id: 'a', status, attempt: position + 1 }),
    );
    await record('run-1', 1_000, attempts);
    expect(outcomes()).toEqual([
      { suiteKey, caseId: 'a', runId: 'run-1', status: 'failed', stability: 'mostly_stable' },
    ]);
  });

  it('says how steady the case is as it is now, not as it was before it was edited', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a', status: 'failed' })], { hash: 'old' });
    await record('run-2', 2_000, [caseResult({ id: 'a' })]);
    expect(outcomes()).toEqual([{ suiteKey, caseId: 'a', runId: 'run-2', status: 'passed' }]);
    await record('run-3', 3_000, [caseResult({ id: 'a' })]);
    expect(outcomes()[0]?.stability).toBe('stable');
    await record('run-4', 4_000, [caseResult({ id: 'a', status: 'skipped' })]);
    expect(outcomes()[0]).toMatchObject({ status: 'skipped', stability: 'stable' });
  });

  it('looks at the last 20 runs of the suite', async () => {
    await record('run-00', 1_000, [caseResult({ id: 'a', status: 'failed' }), caseResult({ id: 'rare' })]);
    for (let run = 1; run < 20; run += 1) {
      await record(`run-${String(run).padStart(2, '0')}`, 1_000 + run, [caseResult({ id: 'a' })]);
    }
    expect(outcomes().map(({ caseId, stability }) => [caseId, stability])).toEqual([
      ['a', 'mostly_stable'],
      ['rare', undefined],
    ]);
    await record('run-20', 2_000, [caseResult({ id: 'a' })]);
    expect(outcomes().map(({ caseId, stability }) => [caseId, stability])).toEqual([['a', 'stable']]);
  });

  it('is that of the rows of all scorers in a table', async () => {
    const rows = (id: string, status: CaseResult['status']) => [caseResult({ id, status, kind: 'experiment' })];
    await record('run-1', 1_000, rows('polite', 'failed'), { suite: 'tests/table.csv#tone' });
    await record('run-2', 2_000, rows('near', 'passed'), { suite: 'tests/table.csv#levenshtein' });
    await record('run-3', 3_000, rows('polite', 'passed'), { suite: 'tests/table.csv#levenshtein' });
    await record('run-4', 4_000, rows('other', 'passed'), { suite: 'tests/table.csv2#tone' });
    expect(
      caseOutcomes(database, 'tests/table.csv').map(({ caseId, runId, status }) => [caseId, runId, status]),
    ).toEqual([
      ['near', 'run-2', 'passed'],
      ['polite', 'run-3', 'passed'],
      ['polite', 'run-1', 'failed'],
    ]);
    expect(lastRuns(database).get('tests/table.csv')?.runId).toBe('run-3');
  });

  it('knows nothing of runs that go on, were deleted or had other suites', async () => {
    await record('run-1', 1_000, [caseResult({ id: 'a' })]);
    await record('run-2', 2_000, [caseResult({ id: 'a', status: 'failed' })]);
    await record('run-3', 3_000, [caseResult({ id: 'a', status: 'timeout' })], { isOver: false });
    deleteRuns(database, ['run-2'], 4_000);
    expect(outcomes()).toEqual([{ suiteKey, caseId: 'a', runId: 'run-1', status: 'passed' }]);
    expect(caseOutcomes(database, 'tests/other.jsonl')).toEqual([]);
    expect(lastRuns(database).get(suiteKey)).toEqual({ runId: 'run-1', passed: 1, judged: 1, startedAt: 1_000 });
  });
});

function outcomes() {
  return caseOutcomes(database, suiteKey).toSorted((left, right) => left.caseId.localeCompare(right.caseId));
}

type Recorded = { isOver?: boolean; hash?: string; suite?: string };

async function record(
  runId: string,
  at: number,
  results: readonly CaseResult[],
  { isOver = true, hash = 'hash', suite = suiteKey }: Recorded = {},
): Promise<void> {
  const writer = createHistoryWriter({ file: database.file });
  let seq = 0;
  const write = (body: RunEventBody): void => {
    seq += 1;
    writer.onEvent({ v: 1, runId, seq, at, ...body });
  };
  write({
    type: 'run.started',
    suites: [{ key: suite, agentId: 'shop' }],
    total: results.length,
    cases: results.map(({ id, kind }) => ({ suiteKey: suite, id, kind, hash })),
    options: { input: suite, attempts: 1, parallel: 1, failFast: false, timeoutMs: 1_000 },
    environment: defaultEnvironment,
    toolVersion: '0.0.0-test',
  });
  for (const result of results) {
    write({ type: 'case.finished', suiteKey: suite, caseId: result.id, attempt: result.attempt, result });
  }
  const counts = countStatuses(results.map(({ status }) => status));
  const summary = { total: 1, attempts: 1, counts, passRate: passRate(counts), durationMs: 1, usage: {} };
  if (isOver) {
    write({ type: 'run.finished', outcome: 'passed', summary, exitCode: 0, reason: 'all passed' });
  }
  await writer.close();
}
