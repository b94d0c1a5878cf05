import type { RunState } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import {
  assessBaselineSelection,
  assessCaseHealthAtRunEnd,
  collectOlderTrials,
  compareStoredRuns,
  countEarlierRuns,
  createAttemptEventFinder,
  createResultReader,
  findBaselineRun,
  findDefaultBaseline,
  findDefaultRunToCompare,
  findNewestComparison,
  findNewestRunStartedAfter,
  findNewestRunWithCase,
  findPassingRun,
  findRun,
  getAttemptState,
  getRunState,
  listCaseOutcomes,
  listHintReviews,
  listPrunableRuns,
  listReviews,
  listRunsWithSuite,
  listSeriesBaselines,
  listShardRuns,
  readAttemptResult,
  readAttemptsOfCase,
  readBaselineSide,
  readCaseDurations,
  readCaseHistories,
  readCaseHistory,
  readCaseSpending,
  readCaseTrend,
  readComparedSide,
  readFailureGroups,
  readLabelledVerdicts,
  readLastOutcomes,
  readLastPassingAttempts,
  readLastRunsByFile,
  readLiveTexts,
  readMatrix,
  readModelMatrix,
  readRecordedAnswers,
  readRecordedNames,
  readReviewsOfRun,
  readRunSpending,
  readRunsPage,
  readTrends,
  searchHistory,
} from '../index.ts';
import { RULE_BASED_SIMULATOR } from '../trends/trend-window.ts';
import { type ExtraEvents, type RunKind, shopSuite, twinSuite } from './prepared-history.ts';

const { suiteKey, agentId, connector } = shopSuite;
const ofCase = { suiteKey, caseId: 'A' };
const ofAttempt = { ...ofCase, attempt: 1 };
const now = 1_700_100_000_000;
const headRunId = 'whole-4';
const fork = { runId: 'whole-1', suiteKey, caseId: 'A', attempt: 1, turn: 1, was: 'passed' } as const;

/** Kinds of runs: runs that differ from counted runs in one respect, and runs with additional data. */
export const runKinds: Record<string, { kind?: RunKind; extra?: ExtraEvents }> = {
  deleted: { kind: { isDeleted: true } },
  fork: { kind: { options: { fork } } },
  purpose: { kind: { options: { purpose: 'attack' } } },
  tags: { kind: { options: { tags: ['slow'] } } },
  cases: { kind: { options: { cases: ['A', 'B'] } } },
  pattern: { kind: { options: { pattern: 'A' } } },
  shard: { kind: { options: { shard: { index: 1, total: 2, plan: 'plan' } } } },
  lastFailed: { kind: { options: { lastFailed: true } } },
  cancelled: { kind: { outcome: 'cancelled' } },
  interrupted: { kind: { outcome: 'interrupted' } },
  goesOn: { kind: { isRunning: true } },
  suite: { kind: { suite: { suiteKey: 'tests/other.jsonl' } } },
  agent: { kind: { suite: { agentId: 'clerk' } } },
  connector: { kind: { suite: { connector: 'claude' } } },
  simulator: { kind: { options: { simulator: 'shopper' } } },
  several: { kind: { beside: [twinSuite] } },
  severalAgents: { kind: { suite: { agentId: 'clerk' }, beside: [twinSuite] } },
  severalConnectors: { kind: { suite: { connector: 'claude' }, beside: [twinSuite] } },
  severalOthers: {
    kind: {
      beside: [
        { ...twinSuite, agentId: 'clerk' },
        { ...twinSuite, key: 'tests/third.jsonl', connector: 'claude' },
      ],
    },
  },
  whole: { kind: {} },
  skippedAttempts: { extra: { attempts: 's' } },
  setAside: { extra: { attempts: 'Q' } },
  repeats: { extra: { attempts: 'R' } },
  twin: { extra: { hasTwin: true } },
};
/** Runs that count in figures have the same ids and positions in every history. */
export const historyQueries: Record<string, (db: Database) => unknown> = {
  readAttemptResult: (db) => readAttemptResult(db, headRunId, ofAttempt)?.status,
  readAttemptsOfCase: (db) => readAttemptsOfCase(db, headRunId, ofCase),
  assessBaselineSelection: (db) => assessBaselineSelection(db, { baseId: 'whole-2', headId: headRunId }),
  readBaselineSide: (db) => readBaselineSide(db, requireState(db))?.runId,
  baseToCompare: (db) => findDefaultRunToCompare(db, buildHeadRun('whole-2')),
  readCaseDurations: (db) => readCaseDurations(db, shopSuite),
  readCaseHistory: (db) => readCaseHistory(db, { ...ofCase, limit: 50 }),
  caseHistoryLike: (db) => readCaseHistory(db, { ...ofCase, limit: 50, like: headRunId }),
  listCaseOutcomes: (db) => listCaseOutcomes(db, suiteKey),
  casePasts: (db) => [...readCaseHistories(db, requireState(db), requireState(db).rows)],
  readCaseSpending: (db) => readCaseSpending(db, headRunId, ofCase),
  readCaseTrend: (db) => readCaseTrend(db, { ...ofCase, connector }),
  caseTrendOfAll: (db) => readCaseTrend(db, { ...ofCase, connector: '*' }),
  compareStoredRuns: (db) => compareStoredRuns(db, { base: 'whole-3', head: headRunId, all: true }),
  createAttemptEventFinder: (db) => createAttemptEventFinder(db, headRunId)({ ...ofAttempt, caseHash: 'hash-of-A' }),
  createResultReader: (db) =>
    createResultReader(db, headRunId)(requireState(db).rows.find(({ id }) => id === 'A') ?? throwNothingFound()),
  countEarlierRuns: (db) => countEarlierRuns(db, { series: shopSuite, runId: headRunId }),
  readFailureGroups: (db) => readFailureGroups(db, requireState(db)),
  findLatest: (db) => findRun(db, 'latest'),
  findMeasure: (db) => findBaselineRun(db, 'latest'),
  getAttemptState: (db) => getAttemptState(db, headRunId, ofAttempt).status,
  labelledVerdictsOfRun: (db) => readLabelledVerdicts(db, { runId: headRunId }),
  labelledVerdictsOfSuite: (db) => readLabelledVerdicts(db, { suiteKey }),
  readLastOutcomes: (db) => readLastOutcomes(db, shopSuite),
  readLastPasses: (db) => [...readLastPassingAttempts(db, suiteKey)].map(({ caseId, runId }) => [caseId, runId]),
  readLastRunsByFile: (db) => readLastRunsByFile(db).get(suiteKey),
  listHintWords: (db) => listHintReviews(db, headRunId),
  listReviews: (db) => listReviews(db, headRunId),
  readModelMatrix: (db) => readModelMatrix(db),
  findNewestComparison: (db) => findNewestComparison(db),
  newestBegunAfter: (db) => findNewestRunStartedAfter(db, shopSuite, 0),
  newestRunWith: (db) => findNewestRunWithCase(db, 'A'),
  olderTrials: (db) =>
    collectOlderTrials(db, {
      base: readComparedSide(db, 'whole-3') ?? throwNothingFound(),
      head: readComparedSide(db, headRunId) ?? throwNothingFound(),
    }),
  passedBefore: (db) => findPassingRun(db, { ...ofAttempt, caseId: 'B', runId: headRunId, caseHistory: undefined }),
  listPrunableRuns: (db) => listPrunableRuns(db, { olderThanMs: 1, all: true, now }).map(({ runId }) => runId),
  readLiveTexts: (db) => readLiveTexts(db, headRunId),
  readMatrix: (db) => readMatrix(db, { suiteKey, agentId, by: 'models', runs: [] }),
  readRecordedAnswers: (db) =>
    readRecordedAnswers(db, { ...ofCase, limit: 60 }).answers.map(({ runId, attempt }) => [runId, attempt]),
  readReviewsOfRun: (db) => readReviewsOfRun(db, headRunId),
  runSpending: (db) => readRunSpending(db, headRunId),
  runStandings: (db) => readComparedSide(db, headRunId),
  runsPage: (db) => readRunsPage(db, { text: '', limit: 60 }),
  listRunsWithSuite: (db) => listRunsWithSuite(db, suiteKey, 60),
  search: (db) => listFoundAttempts(db, 'hello'),
  searchInRun: (db) => listFoundAttempts(db, 'hello', headRunId),
  searchFailed: (db) => listFoundAttempts(db, 'hello s:failed'),
  searchNotFailed: (db) => listFoundAttempts(db, 'hello !s:failed'),
  searchInfra: (db) => listFoundAttempts(db, 'hello f:infra'),
  searchCost: (db) => listFoundAttempts(db, 'hello cost:>1'),
  searchNew: (db) => listFoundAttempts(db, 'hello new:'),
  seenNames: (db) => readRecordedNames(db, suiteKey),
  listSeriesBaselines: (db) => listSeriesBaselines(db),
  listShardRuns: (db) => listShardRuns(db).map(({ runId }) => runId),
  assessCaseHealthAtRunEnd: (db) => assessCaseHealthAtRunEnd(db, requireState(db), suiteKey).cases,
  trendRuns: (db) => readShopTrends(db).runs.map(({ runId }) => runId),
  trendRunsOfLastDays: (db) =>
    readTrends(db, { ...shopSuite, simulator: RULE_BASED_SIMULATOR, same: false, window: '7d', now }).runs.map(
      ({ runId }) => runId,
    ),
  trendRunsOfAll: (db) =>
    readTrends(db, { suiteKey: '*', agentId: '', connector: '*', same: false, window: 'all', now }).runs.map(
      ({ runId }) => runId,
    ),
  trendRunsOfAgent: (db) =>
    readTrends(db, { suiteKey: '*', agentId, connector: '*', same: false, window: 'all', now }).runs.map(
      ({ runId }) => runId,
    ),
  trendChoices: (db) => {
    const { suites, agents, connectors } = readShopTrends(db);
    return [suites, agents, connectors];
  },
  trendCases: (db) => readShopTrends(db).cases,
  trendMarkers: (db) => {
    const { markers, difference, renamed } = readShopTrends(db);
    return [markers, difference, renamed];
  },
  trendsOfSame: (db) =>
    readTrends(db, { ...shopSuite, simulator: RULE_BASED_SIMULATOR, same: true, window: 'all', now }).cases,
  usualBase: (db) => findDefaultBaseline(db, buildHeadRun('whole-2')),
  usualPinned: (db) => findDefaultBaseline(db, buildHeadRun(), 'pinned'),
  usualPassed: (db) => findDefaultBaseline(db, buildHeadRun(), 'passed'),
  usualLatest: (db) => findDefaultBaseline(db, buildHeadRun(), 'latest'),
};

function requireState(db: Database, runId = headRunId): RunState {
  const state = getRunState(db, runId);
  if (state === undefined) throw new Error(`no run ${runId}`);
  return state;
}

function buildHeadRun(runId = headRunId): Parameters<typeof findDefaultBaseline>[1] {
  return { ...shopSuite, runId };
}

function readShopTrends(db: Database): ReturnType<typeof readTrends> {
  return readTrends(db, { ...shopSuite, simulator: RULE_BASED_SIMULATOR, same: false, window: 'all', now });
}

function throwNothingFound(): never {
  throw new Error('nothing is there');
}

function listFoundAttempts(db: Database, text: string, runId?: string): string[] {
  const { hits, isMore } = searchHistory(db, { text, runId });
  const all = isMore ? [...hits, ...searchHistory(db, { text, runId, before: hits.at(-1)?.id }).hits] : hits;
  return all.map((hit) => [hit.runId, hit.suiteKey, hit.caseId, hit.attempt, hit.status].join(' '));
}
