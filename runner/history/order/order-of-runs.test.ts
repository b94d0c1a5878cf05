import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseStatus, RunOptions } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import {
  assessCaseHealthAtRunEnd,
  collectOlderTrials,
  exportRuns,
  findBaselineRun,
  findDefaultBaseline,
  findNewestComparison,
  findNewestRunWithCase,
  findRun,
  getRunState,
  importRuns,
  listCaseOutcomes,
  listExportableRuns,
  listPrunableRuns,
  listRuns,
  listRunsWithSuite,
  listShardRuns,
  readCaseDurations,
  readCaseHistory,
  readCaseTrend,
  readComparedSide,
  readHistoryFigures,
  readLastOutcomes,
  readLastPassingAttempts,
  readLastRunsByFile,
  readMatrix,
  readRecordedAnswers,
  readTrends,
  searchHistory,
} from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/suite.jsonl';
const series = { suiteKey, agentId: 'shop', connector: 'small', simulator: null };
const DAY = 86_400_000;
const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 27, 12);
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

/**
 * The start times of the runs according to the machine's clock, for each test, in the order in which the runs were
 * written.
 */
const clocks: [string, number[]][] = [
  ['that is right', [now - 4 * HOUR, now - 3 * HOUR, now - 2 * HOUR, now - HOUR]],
  ['that was in the future once', [now - 4 * HOUR, now + 3_650 * DAY, now - 2 * HOUR, now - HOUR]],
  ['that was in the future at first', [now + 3_650 * DAY, now - 3 * HOUR, now - 2 * HOUR, now - HOUR]],
  ['that was reset to 1970 at the end', [now - 4 * HOUR, now - 3 * HOUR, now - 2 * HOUR, 0]],
  ['that runs backwards', [now - HOUR, now - 2 * HOUR, now - 3 * HOUR, now - 4 * HOUR]],
  ['that stands still', [now, now, now, now]],
  [
    // A clock without time zones that is set back in autumn: the hour occurs twice.
    'that is set back an hour in autumn',
    [
      Date.UTC(2026, 9, 25, 2, 10),
      Date.UTC(2026, 9, 25, 2, 50),
      Date.UTC(2026, 9, 25, 2, 5),
      Date.UTC(2026, 9, 25, 2, 45),
    ],
  ],
];
/** Random run ids, whose alphabetical order differs from the order of the runs. */
const ids = ['d-first', 'c-second', 'b-third', 'a-fourth'];
const statuses: CaseStatus[] = ['failed', 'passed', 'passed', 'failed'];

async function fill(starts: readonly number[], options: Partial<RunOptions> = {}): Promise<void> {
  for (const [index, startTime] of starts.entries())
    await record(ids[index] ?? '', startTime, statuses[index], options);
}

async function record(
  runId: string,
  startTime: number,
  status: CaseStatus = 'passed',
  options: Partial<RunOptions> = {},
): Promise<void> {
  const answer = { content: `hello from ${runId}`, toolCalls: [] };
  const turn = { turn: 1, origin: 'case', input: 'hi', output: 'hello', startedAt: startTime, durationMs: 5 } as const;
  const result = caseResult({
    id: 'A',
    kind: 'dynamic',
    status,
    hash: 'same',
    startedAt: startTime,
    durationMs: 10,
    output: `hello from ${runId}`,
    turns: [{ ...turn, checkpointsReached: [], response: answer }],
  });
  await writeResults(database, {
    runId,
    at: startTime,
    suiteKey,
    connector: 'small',
    missed: [],
    results: [result],
    options,
  });
}

const runIds = (matches: readonly { runId: string }[]): string[] => matches.map(({ runId }) => runId);

describe.each(clocks)('with a clock %s, the newest run is the one that was written last', (_clock, starts) => {
  const oldestFirst = ids;
  const newestFirst = ids.toReversed();
  const newestRunId = 'a-fourth';

  it('in lists, by name and in the standings of cases', async () => {
    await fill(starts);
    expect(runIds(listRuns(database, { limit: 9 }))).toEqual(newestFirst);
    for (const result of [findRun(database, 'latest'), findBaselineRun(database, 'latest')])
      expect(result).toMatchObject({ ok: true, run: { runId: newestRunId } });
    expect(findNewestRunWithCase(database, 'A')).toBe(newestRunId);
    expect(listRunsWithSuite(database, suiteKey, 9)).toEqual(newestFirst);
    expect(runIds(readLastRunsByFile(database).get(suiteKey) ?? [])).toEqual([newestRunId]);
    expect([...readLastOutcomes(database, series).notPassed]).toEqual(['A']);
    expect(listCaseOutcomes(database, suiteKey)).toMatchObject([{ caseId: 'A', runId: newestRunId, status: 'failed' }]);
    expect(runIds(readCaseHistory(database, { suiteKey, caseId: 'A', limit: 9 }))).toEqual(oldestFirst);
    expect(runIds(readCaseHistory(database, { suiteKey, caseId: 'A', limit: 2 }))).toEqual(oldestFirst.slice(2));
    expect(runIds([...readLastPassingAttempts(database, suiteKey)])).toEqual(['b-third']);
    expect(runIds(readRecordedAnswers(database, { suiteKey, caseId: 'A' }).answers)).toEqual(newestFirst);
    expect(readCaseDurations(database, series)).toHaveLength(1);
    const judgedUpTo = ids.map((runId) => {
      const state = getRunState(database, runId);
      return state && assessCaseHealthAtRunEnd(database, state, suiteKey).cases.get('A')?.judged;
    });
    expect(judgedUpTo).toEqual([1, 1, 2, 4]);
  });

  it('for baselines, comparisons and trends', async () => {
    await fill(starts);
    const findBaselineOf = (runId: string) => findDefaultBaseline(database, { ...series, runId }, 'latest');
    expect([...ids, 'the next'].map(findBaselineOf)).toEqual([undefined, ...ids]);
    expect(findDefaultBaseline(database, { ...series, runId: newestRunId }, 'passed')).toBe('b-third');
    expect(findNewestComparison(database)).toEqual({ base: 'b-third', head: newestRunId });
    const [base, head] = [readComparedSide(database, 'b-third'), readComparedSide(database, newestRunId)];
    if (base === undefined || head === undefined) throw new Error('no runs');
    expect([...collectOlderTrials(database, { base, head }).values()]).toEqual([{ passed: 1, judged: 2 }]);
    const report = readTrends(database, { ...series, window: '20', same: true, now });
    expect(runIds(report.runs)).toEqual(oldestFirst);
    expect(report.difference).toMatchObject({ base: { runId: 'd-first' }, head: { runId: newestRunId } });
    expect(runIds(readCaseTrend(database, { suiteKey, caseId: 'A' }).runs)).toEqual(oldestFirst);
    expect(readMatrix(database, { ...series, by: 'models', runs: [] }).columns).toMatchObject([{ runId: newestRunId }]);
  });

  it('for searches, shards, figures and exports', async () => {
    await fill(starts);
    expect(runIds(searchHistory(database, { text: 'hello said:from' }).hits.filter(({ turn }) => turn === 1))).toEqual(
      newestFirst,
    );
    expect(new Set(runIds(searchHistory(database, { text: 'hello new:' }).hits))).toEqual(new Set([newestRunId]));
    expect(listExportableRuns(database)).toEqual(oldestFirst);
    expect(readHistoryFigures(database)).toMatchObject({ oldestAt: starts[0], newestAt: starts[3] });
    database = freshHistory();
    await fill(starts, { shard: { index: 1, total: 1, plan: 'p' } });
    expect(runIds(listShardRuns(database))).toEqual(newestFirst);
  });

  it('when old runs are removed', async () => {
    await fill(starts);
    expect(runIds(listPrunableRuns(database, { keep: 1, now }))).toEqual(oldestFirst.slice(0, 3));
  });

  it('in another history that takes them', async () => {
    await fill(starts);
    const lines = [...exportRuns(database, { runIds: listExportableRuns(database), tool: '1', now: new Date(now) })];
    database = freshHistory();
    await importRuns(database, { file: 'runs.jsonl', lines: asLines(lines) });
    expect(runIds(listRuns(database, { limit: 9 }))).toEqual(newestFirst);
  });
});

describe('a run that is dated wrongly', () => {
  it('has no say in what is too old to be kept', async () => {
    await record('old', now - 100 * DAY);
    await record('ahead', now + 1_000 * DAY);
    await record('of 1970', 0);
    await record('new', now - DAY);
    await record('of 1970 again', 0);
    expect(runIds(listPrunableRuns(database, { olderThanMs: 90 * DAY, now }))).toEqual(['old', 'ahead', 'of 1970']);
    expect(runIds(listPrunableRuns(database, { olderThanMs: 200 * DAY, now }))).toEqual([]);
    database = freshHistory();
    await record('new', now - DAY);
    for (const runId of ['x', 'y', 'z']) await record(runId, 0);
    expect(runIds(listPrunableRuns(database, { olderThanMs: 90 * DAY, now }))).toEqual([]);
  });

  it('is marked in lists where it begins before an older one of its series, and not where they begin together', async () => {
    await record('ahead', now + DAY);
    await record('right', now);
    await record('beside', now - 900);
    await record('next', now + 1);
    await writeResults(database, { runId: 'another suite', at: 1, suiteKey: 'other.jsonl', results: [caseResult()] });
    const markedRuns = listRuns(database, { limit: 9 }).filter(({ beganBefore }) => beganBefore === true);
    expect(runIds(markedRuns)).toEqual(['right']);
  });
});

describe('imported runs', () => {
  it('take their place by when they began, in the order of their file, and change none of the runs here', async () => {
    await record('b', 20);
    await record('dated ahead', now + DAY);
    await record('d', 40);
    const lines = [...exportRuns(database, { runIds: listExportableRuns(database), tool: '1', now: new Date(now) })];
    database = freshHistory();
    await record('a', 10);
    await record('c', 30);
    await record('of 1970', 0);
    await record('e', 50);
    await importRuns(database, { file: 'runs.jsonl', lines: asLines(lines) });
    const expectedOrder = ['a', 'b', 'dated ahead', 'c', 'of 1970', 'd', 'e'];
    expect(listExportableRuns(database)).toEqual(expectedOrder);
    await importRuns(database, { file: 'runs.jsonl', lines: asLines(lines) });
    await record('f', 45);
    expect(listExportableRuns(database)).toEqual([...expectedOrder, 'f']);
  });

  it('are in their place when the file breaks off behind them', async () => {
    await record('old', 10);
    await record('cut off', 20);
    const lines = [...exportRuns(database, { runIds: listExportableRuns(database), tool: '1', now: new Date(now) })];
    database = freshHistory();
    await record('here', 30);
    const importResult = importRuns(database, { file: 'runs.jsonl', lines: asLines(lines.slice(0, -1)) });
    await expect(importResult).rejects.toThrow('cut off');
    expect(listExportableRuns(database)).toEqual(['old', 'here']);
  });
});

async function* asLines(textChunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of textChunks) yield* chunk.split('\n').slice(0, -1);
}
