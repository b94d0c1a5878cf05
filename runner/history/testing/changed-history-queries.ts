import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { attemptKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import {
  assessBaselineSelection,
  assessCaseHealthAtRunEnd,
  collectOlderTrials,
  compareStoredRuns,
  createAttemptEventFinder,
  createResultReader,
  createRunReader,
  exportRuns,
  findDefaultBaseline,
  findInAttempt,
  findLastSeq,
  findNewestRunWithCase,
  findRun,
  findVerdictChanges,
  getAttemptState,
  getRunState,
  hasRunAllCases,
  listCaseOutcomes,
  listDecisions,
  listExportableRuns,
  listForksOfRun,
  listHintReviews,
  listPrunableRuns,
  listReviews,
  listRuns,
  listSeriesBaselines,
  listShardRuns,
  readAttemptResult,
  readCaseHistory,
  readCaseRows,
  readCaseTrend,
  readComparedSide,
  readEvents,
  readLastOutcomes,
  readLastPassingAttempts,
  readLiveTexts,
  readLongText,
  readModelCall,
  readModelCalls,
  readRecordedAnswers,
  readRecordedAttempts,
  readReviewsOfRun,
  readRunStatus,
  readTrends,
  searchHistory,
  type Trends,
} from '../index.ts';
import { createFigureReader } from '../read/read-figures.ts';
import { narrowSearch } from '../search/narrow-search.ts';
import { parseSearch } from '../search/parse-search.ts';
import { RULE_BASED_SIMULATOR } from '../trends/trend-window.ts';
import { createHistoryDamageDetector } from '../write/batch-writer.ts';
import { damageEvent } from './damage-event.ts';
import { queriesOfOverview, readMatrixByModel } from './overview-queries.ts';
import { shopSuite } from './prepared-history.ts';
import { type HistoryAction, queryAfterSql } from './prove-conditions.ts';
import { casePosition, eventsOfSimilarRun, finishedRun, unfinishedRun } from './similar-runs.ts';

const { suiteKey, connector } = shopSuite;
const now = 1_700_100_000_000;

function searchHits(db: Database, text: string, runId?: string): unknown {
  const { hits, counts } = searchHistory(db, { text, runId });
  return [counts, ...hits.map((hit) => [hit.runId, hit.suiteKey, hit.caseId, hit.attempt, hit.turn])];
}

type NarrowSearch = { condition: string; runId: string | undefined };

/** Queries for the passages to search, with limits just at, below and far below the number of attempts. */
function narrowSearchAroundLimits(db: Database, { condition, runId }: NarrowSearch): unknown {
  const { match, conditions } = parseSearch(`hello ${condition}`);
  const where = [
    ...(runId === undefined ? [] : [`s.run_id = '${runId}'`]),
    ...conditions.map(({ sql }) => sql),
    'TRUE',
  ];
  const count = db.sqlite
    .prepare<unknown[], number>(
      `SELECT count(*) FROM searched_runs s JOIN runs r ON r.id = s.run_id JOIN attempts a ON a.run_id = s.run_id
       WHERE ${where.join(' AND ')}`,
    )
    .pluck()
    .get(...conditions.flatMap(({ value }) => value ?? []));
  const caseCount = count ?? 0;
  return [caseCount, caseCount - 1, 0].flatMap((limit) =>
    [undefined, 40].map((before) => [
      ...narrowSearch(db, { match, conditions, runId, before }, { few: limit, passages: 2, many: limit }),
    ]),
  );
}

export function readShopTrends(db: Database, trendOptions: Partial<Parameters<typeof readTrends>[1]> = {}): Trends {
  return readTrends(db, {
    ...shopSuite,
    simulator: RULE_BASED_SIMULATOR,
    same: false,
    window: 'all',
    now,
    ...trendOptions,
  });
}

/** Queries for trends of cases that are the same in all runs, after some cases of a run were edited. */
function readTrendsAfterCaseEdit(
  runId: string,
  cases: string,
  trendOptions: Parameters<typeof readShopTrends>[1] = {},
): HistoryAction {
  return (db) => {
    db.sqlite.exec(`UPDATE attempts SET case_hash = 'edited' WHERE run_id = '${runId}' AND case_id IN (${cases})`);
    db.sqlite
      .prepare('UPDATE runs SET figures = ? WHERE id = ?')
      .run(JSON.stringify(createFigureReader(db)(runId)), runId);
    return readShopTrends(db, { same: true, ...trendOptions }).runs;
  };
}

/** Queries for percentiles of all durations, after attempts that are not judged have become the slowest. */
const durationsOfRuns = queryAfterSql(
  `UPDATE attempts SET duration_ms = CASE WHEN status = 'skipped' THEN 9000 WHEN set_aside IS NOT NULL THEN 8000
   ELSE length(run_id) END`,
  (db) => {
    const figuresOf = createFigureReader(db);
    const runIds = db.sqlite.prepare<[], string>('SELECT id FROM runs ORDER BY id').pluck().all();
    return runIds.map(figuresOf).map(({ p50Ms, p95Ms }) => [p50Ms, p95Ms]);
  },
);

/** Queries on a history with runs of all kinds, some after a change to one of these runs. */
export const queriesOfAllRunKinds: Record<string, HistoryAction> = {
  ...queriesOfOverview,
  'durations of judged attempts': durationsOfRuns,
  'runs with a text': (db) =>
    ['clerk', 'claude', 'whole-1', 'shop.jsonl', 's:failed', 'cancelled', 'release'].map((text) => [
      listRuns(db, { limit: 60, text }).length,
    ]),
  'runs with a label': queryAfterSql("UPDATE runs SET label = 'release' WHERE id = 'whole-1'", (db) =>
    listRuns(db, { limit: 60, text: 'release' }),
  ),
  'a run by its id': (db) => [findRun(db, 'whole-1'), findRun(db, 'early-t'), findRun(db, 'nobody')],
  'whether a run was whole': (db) => hasRunAllCases(db, 'late-tags'),
  'forks without a deleted one': queryAfterSql("UPDATE runs SET deleted_at = 1 WHERE id = 'late-fork'", (db) =>
    listForksOfRun(db, 'whole-1'),
  ),
  'shards without a deleted one': queryAfterSql(
    "UPDATE runs SET deleted_at = 1 WHERE id = 'late-shard'",
    listShardRuns,
  ),
  'retention by age': queryAfterSql(
    `DELETE FROM reviews WHERE run_id <> 'whole-1'; DELETE FROM turn_reviews WHERE run_id <> 'whole-3';
     DELETE FROM hints WHERE run_id <> 'whole-4';
     INSERT INTO decisions VALUES ('tone', 'early-tags', 'tests/shop.jsonl', 'A', 1, '', 0, 'ann', 'kind', '', 5)`,
    (db) => listPrunableRuns(db, { olderThanMs: 1, now }),
  ),
  'retention by number': (db) => listPrunableRuns(db, { keep: 3, all: true, now }),
  'retention of deleted runs': (db) => listPrunableRuns(db, { now }),
  'the last days': (db) =>
    readShopTrends(db, { window: '7d', now: 1_700_000_000_000 + 7 * 86_400_000 + 4 * 3_600_000 }).runs,
  'runs that are left out': (db) => readShopTrends(db).leftOut,
  'the newest run that missed nothing': queryAfterSql(
    `DELETE FROM baselines; UPDATE runs SET missed = '["A"]' WHERE id = 'late-whole'`,
    (db) => findDefaultBaseline(db, { ...shopSuite, runId: 'nobody' }),
  ),
  'running beside others': queryAfterSql(
    "UPDATE runs SET status = 'running' WHERE id IN ('late-agent', 'late-suite', 'late-deleted')",
    (db) => readMatrixByModel(db).running,
  ),
  'a pinned run that was deleted': queryAfterSql("UPDATE runs SET deleted_at = 1 WHERE id = 'whole-2'", (db) =>
    findDefaultBaseline(db, { ...shopSuite, runId: 'late-whole' }, 'pinned'),
  ),
  'the run itself is no base': (db) => findDefaultBaseline(db, { ...shopSuite, runId: 'late-whole' }, 'latest'),
  'a run that does not know when it began': (db) => {
    const state = getRunState(db, 'late-whole');
    return state && assessCaseHealthAtRunEnd(db, { ...state, startedAt: undefined }, suiteKey).cases;
  },
  'an earlier run beside a later one': (db) =>
    compareStoredRuns(db, { base: 'whole-4', head: 'whole-3', all: true }).comparison,
  'looks at a baseline': (db) => assessBaselineSelection(db, { baseId: 'early-whole', headId: 'late-whole' }),
  'the best of some runs': queryAfterSql(
    `UPDATE runs SET suite_key = '${suiteKey}', suites = NULL WHERE id LIKE 'whole-%';
     UPDATE runs SET passed = 99 WHERE id = 'late-whole'`,
    (db) => assessBaselineSelection(db, { baseId: 'late-whole', headId: 'nobody' }),
  ),
  'the best of the first runs': queryAfterSql(
    `UPDATE runs SET suite_key = '${suiteKey}', suites = NULL WHERE id LIKE 'whole-%';
     UPDATE runs SET passed = 99 WHERE id = 'early-whole'`,
    (db) => assessBaselineSelection(db, { baseId: 'early-whole', headId: 'nobody' }),
  ),
  'older attempts of a single case': (db) => {
    const base = readComparedSide(db, 'whole-4');
    if (base === undefined) return undefined;
    const rows = base.rows.map((row) =>
      row.suiteKey === suiteKey && row.id === 'B' ? { ...row, attempts: row.attempts.slice(1) } : row,
    );
    return collectOlderTrials(db, { base, head: { ...base, runId: 'late-several', rows } });
  },
  'what a text changes': (db) => {
    const { signal } = new AbortController();
    return findVerdictChanges(db, { suiteKey, text: '' }, signal);
  },
  'series of deleted runs': queryAfterSql(
    "UPDATE runs SET agent_id = 'nobody' WHERE id = 'late-deleted'",
    listSeriesBaselines,
  ),
  ...Object.fromEntries(
    ['suite', 'agent', 'connector', 'deleted'].map((kind): [string, HistoryAction] => [
      `runs that began before an older one: ${kind}`,
      queryAfterSql(`UPDATE runs SET started_at = started_at + 1000000000 WHERE id = 'early-${kind}'`, (db) =>
        listRuns(db, { limit: 60 }).flatMap(({ runId, beganBefore }) => (beganBefore === true ? [runId] : [])),
      ),
    ]),
  ),
  'parts of an agent': queryAfterSql(
    'UPDATE runs SET agent_parts = \'{"shop": {"prompts": "1"}}\' WHERE id = \'whole-4\'',
    (db) => readComparedSide(db, 'whole-4'),
  ),
  'passes of other kinds': queryAfterSql("UPDATE attempts SET kind = 'experiment' WHERE case_id = 'B'", (db) =>
    [...readLastPassingAttempts(db, suiteKey)].map(({ caseId, runId, attempt }) => [caseId, runId, attempt]),
  ),
  'answers of other kinds': queryAfterSql("UPDATE attempts SET kind = 'experiment' WHERE run_id = 'late-whole'", (db) =>
    readRecordedAnswers(db, { suiteKey, caseId: 'A', limit: 100 }).answers.map(({ runId, attempt }) => [
      runId,
      attempt,
    ]),
  ),
  'two suites of a folder': (db) => readShopTrends(db, { suiteKey: 'tests' }),
  'the same cases, one edited': readTrendsAfterCaseEdit('late-whole', "'B'"),
  'the same cases, most edited': readTrendsAfterCaseEdit('late-whole', "'A', 'B', 'D'"),
  'the same cases of two suites': readTrendsAfterCaseEdit('whole-3', "'A'", { suiteKey: 'tests' }),
  'suites that were renamed': queryAfterSql(
    "UPDATE runs SET ordinal = 0 WHERE id = 'early-suite'; UPDATE runs SET deleted_at = 1 WHERE id = 'late-suite'",
    (db) => readShopTrends(db).renamed,
  ),
  'suites that were renamed before the first run that is shown': queryAfterSql(
    `UPDATE runs SET ordinal = -5, deleted_at = 1 WHERE id = 'whole-1'; UPDATE runs SET ordinal = 0 WHERE id = 'early-suite';
     UPDATE runs SET deleted_at = 1 WHERE id = 'late-suite'`,
    (db) => readShopTrends(db).renamed,
  ),
  'suites that were renamed and run': queryAfterSql(
    "UPDATE runs SET ordinal = 0 WHERE id = 'early-suite'; UPDATE runs SET status = 'running' WHERE id = 'late-suite'",
    (db) => readShopTrends(db).renamed,
  ),
  'a word of a deleted run': queryAfterSql("UPDATE runs SET deleted_at = 1 WHERE id = 'late-whole'", (db) =>
    searchHits(db, 'whole'),
  ),
  'a word of some runs': (db) => [searchHits(db, 'whole'), searchHits(db, 'whole', 'late-whole')],
  ...Object.fromEntries(
    ['s:failed', 's:timeout', '!s:failed', 'f:infra', 'cost:>1', 'turns:>1', 'new:', '!new:', ''].flatMap((condition) =>
      [undefined, 'late-whole'].map((runId): [string, HistoryAction] => [
        `where to search: ${condition} ${runId}`,
        (db) => narrowSearchAroundLimits(db, { condition, runId }),
      ]),
    ),
  ),
  'outcomes of a table': queryAfterSql(
    "UPDATE attempts SET suite_key = 'tests/more.csv#exact' WHERE suite_key = 'tests/more.jsonl'; UPDATE attempts SET suite_key = 'tests/more.csv' WHERE suite_key = 'tests/other.jsonl'",
    (db) => listCaseOutcomes(db, 'tests/more.csv'),
  ),
  ...Object.fromEntries(
    ['status', 'deleted', 'tags'].flatMap((kind) =>
      ['late-whole', 'late-several'].map((id): [string, HistoryAction] => [
        `series of a run: ${kind} ${id}`,
        queryAfterSql(
          `UPDATE runs SET agent_id = 'late', suites = replace(suites, 'shop"', 'late"'), ordinal = ordinal + 1000,
             ${{ status: "status = 'cancelled'", deleted: 'deleted_at = 1', tags: `options = json_set(options, '$.tags', json('["x"]'))` }[kind]}
           WHERE id = '${id}'`,
          (db) => listCaseOutcomes(db, suiteKey),
        ),
      ]),
    ),
  ),
};

/** The same queries on a history whose newest runs contain fewer cases. */
export const queriesOfSmallerRuns: Record<string, HistoryAction> = {
  listCaseOutcomes: (db) => listCaseOutcomes(db, suiteKey),
  readLastOutcomes: (db) => {
    const { known, notPassed } = readLastOutcomes(db, shopSuite);
    return [[...known], [...notPassed]];
  },
  'last outcomes of many runs': (db) => {
    copyRun(db, 'last', 25);
    return [...readLastOutcomes(db, shopSuite).known];
  },
  readCaseHistory: (db) => ['A', 'B'].map((caseId) => readCaseHistory(db, { suiteKey, caseId, limit: 60 })),
  'readCaseHistory of a case that another suite has': queryAfterSql(
    "UPDATE attempts SET suite_key = 'tests/more.jsonl' WHERE run_id = 'several' AND case_id = 'A'",
    (db) => readCaseHistory(db, { suiteKey, caseId: 'A', limit: 60 }),
  ),
  'words that blame nobody': queryAfterSql(
    "UPDATE reviews SET verdict = 'good' WHERE run_id = 'last'; UPDATE hints SET word = 'dismissed' WHERE run_id = 'last'",
    (db) => listRuns(db, { limit: 1 }),
  ),
  'the same cases': (db) => readShopTrends(db, { same: true }).runs,
  readCaseTrend: (db) => readCaseTrend(db, { suiteKey, caseId: 'A' }),
  'readCaseTrend of a case that the newest runs do not have': (db) => {
    copyRun(db, 'last', 501);
    const trend = readCaseTrend(db, { suiteKey, caseId: 'A', connector });
    db.sqlite.exec("UPDATE attempts SET suite_key = 'tests/more.jsonl' WHERE run_id LIKE 'more-%'");
    return [trend, readCaseTrend(db, { suiteKey, caseId: 'B', connector })];
  },
  newestRunWith: (db) => findNewestRunWithCase(db, 'A'),
  readMatrix: readMatrixByModel,
  trends: (db) => readShopTrends(db).cases,
  assessCaseHealthAtRunEnd: (db) => {
    const state = getRunState(db, 'last');
    return state && assessCaseHealthAtRunEnd(db, state, suiteKey).cases;
  },
};

function copyRun({ sqlite }: Database, runId: string, count: number): void {
  sqlite.exec(`CREATE TEMP TABLE a AS SELECT * FROM attempts WHERE run_id = '${runId}';
    CREATE TEMP TABLE r AS SELECT * FROM runs WHERE id = '${runId}'`);
  for (let number = 0; number < count; number += 1)
    sqlite.exec(`UPDATE r SET id = 'more-${number}', started_at = started_at + 1, ordinal = ordinal + 1; UPDATE a SET run_id = 'more-${number}';
      INSERT INTO runs SELECT * FROM r; INSERT INTO attempts SELECT * FROM a`);
}

export const casePositionKey = attemptKey(casePosition);
const deleteResultEventsSql = (runId: string): string =>
  `DELETE FROM events WHERE run_id = '${runId}' AND type = 'case.finished'`;

/** Queries on a history of runs that are similar to each other. */
export const queriesOfSimilarRuns: Record<string, HistoryAction> = {
  readAttemptResult: (db) => readAttemptResult(db, finishedRun, casePosition),
  getAttemptState: (db) => getAttemptState(db, finishedRun, casePosition),
  'getAttemptState in light': (db) => getAttemptState(db, finishedRun, { ...casePosition, bodies: 'light' }),
  'getAttemptState of an open run': (db) => getAttemptState(db, unfinishedRun, casePosition),
  readCaseRows: (db) => readCaseRows(db, finishedRun)?.map(({ attempts }) => attempts),
  listDecisions: (db) => [listDecisions(db), listDecisions(db, 'tone')],
  readEvents: (db) => [...readEvents(db, finishedRun, { afterSeq: 0 })],
  'readEvents of an open run': (db) => [...readEvents(db, unfinishedRun, { afterSeq: 0 })],
  'readEvents of a range': (db) =>
    [finishedRun, unfinishedRun].map((runId) => [...readEvents(db, runId, { afterSeq: 3, upToSeq: 11 })]),
  'readEvents of a later range': (db) =>
    [finishedRun, unfinishedRun].map((runId) => [...readEvents(db, runId, { afterSeq: 43, upToSeq: 49 })]),
  'readEvents of some types': (db) =>
    [finishedRun, unfinishedRun].map((runId) => [
      ...readEvents(db, runId, { afterSeq: 3, upToSeq: 11, types: ['case.finished'] }),
    ]),
  'readEvents that were lost': queryAfterSql(deleteResultEventsSql(unfinishedRun), (db) => [
    [...readEvents(db, unfinishedRun, { afterSeq: 0 })],
    [...readEvents(db, unfinishedRun, { afterSeq: 43, upToSeq: 49, types: ['case.finished'] })],
  ]),
  'readEvents that are damaged': (db) =>
    [1, 5, eventsOfSimilarRun(finishedRun).length].map((seq) => {
      damageEvent(db, { runId: finishedRun, seq, stored: 'packed' }, 'data that is not JSON');
      return [...readEvents(db, finishedRun, { afterSeq: 0 })];
    }),
  readModelCalls: (db) => [finishedRun, unfinishedRun].map((runId) => readModelCalls(db, runId, casePosition)),
  readModelCall(db) {
    const [first] = readModelCalls(db, finishedRun, casePosition);
    return first && readModelCall(db, finishedRun, { ...casePosition, seq: first.seq });
  },
  readBody: (db) => {
    const seq = [
      ...readEvents(db, finishedRun, { afterSeq: 0, attemptKey: casePositionKey, types: ['case.finished'] }),
    ][0]?.seq;
    return readLongText(db, finishedRun, { ...casePosition, at: JSON.stringify([seq, 'result', 'output']) }).slice(
      0,
      20,
    );
  },
  findInAttempt: (db) =>
    findInAttempt(db, finishedRun, { ...casePosition, text: finishedRun }, new AbortController().signal),
  readRecordedAttempts: (db) => [...readRecordedAttempts(db, finishedRun)],
  findLastSeq: (db) => [finishedRun, unfinishedRun].map((runId) => findLastSeq(db, runId)),
  listReviews: (db) => listReviews(db, finishedRun),
  listHintWords: (db) => listHintReviews(db, finishedRun),
  readReviewsOfRun: (db) => readReviewsOfRun(db, finishedRun),
  readLiveTexts: (db) => [...readLiveTexts(db, unfinishedRun)],
  runStatus: (db) => [finishedRun, unfinishedRun].map((runId) => readRunStatus(db, runId)),
  'an attempt of a run with more of them': (db) => [
    readAttemptResult(db, 'over', casePosition),
    createAttemptEventFinder(db, 'over')({ ...casePosition, caseHash: 'hash-of-B' }),
  ],
  'attempts of an earlier run': (db) =>
    [
      { ...casePosition, caseHash: 'hash-of-B' },
      { ...casePosition, caseHash: 'other' },
      { ...casePosition, caseId: 'C', attempt: 1, caseHash: 'hash-of-C' },
    ].map(createAttemptEventFinder(db, finishedRun)),
  'attempts of an earlier run with cases of the same content': queryAfterSql(
    "UPDATE attempts SET case_hash = 'same'",
    (db) => createAttemptEventFinder(db, finishedRun)({ ...casePosition, caseHash: 'same' }),
  ),
  exportRuns: (db) => [...exportRuns(db, { runIds: [finishedRun], tool: 'test', now: new Date(0) })],
  listExportableRuns,
  'whether a run was whole': queryAfterSql("UPDATE runs SET status = 'cancelled' WHERE id = 'over'", (db) =>
    hasRunAllCases(db, finishedRun),
  ),
  runReader(db) {
    const reader = createRunReader(db);
    return [reader.readRunState(finishedRun), reader.readRunState(unfinishedRun), reader.readRunState(unfinishedRun)];
  },
  'results of many cases'(db) {
    const resultsOf = createResultReader(db, finishedRun);
    const [row] = getRunState(db, finishedRun)?.rows ?? [];
    return (
      row && Array.from({ length: 52 }, () => resultsOf(row).map(({ attempt, status }) => [attempt, status])).at(-1)
    );
  },
  'events of a run that are missing in its file'({ sqlite }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-guard-'));
    const file = path.join(folder, 'history.db');
    writeFileSync(file, sqlite.serialize());
    const connection = new BetterSqlite(file);
    try {
      const { finalHarm } = createHistoryDamageDetector(connection);
      return [finishedRun, unfinishedRun].map((runId) => {
        const seq = eventsOfSimilarRun(runId).length;
        return [seq - 1, seq, seq + 1].map((each) => finalHarm({ runId, seq: each })?.what.split(':').at(-1));
      });
    } finally {
      connection.close();
      rmSync(folder, { recursive: true });
    }
  },
  'a word of one run': (db) => searchHits(db, 'hello', unfinishedRun),
};
