import type { RunState } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import {
  assessBaselineSelection,
  attemptResult,
  attemptsOfCase,
  caseDurations,
  caseHealthAtRunEnd,
  caseHistory,
  caseOutcomes,
  caseSpending,
  caseTrend,
  collectOlderTrials,
  compareStoredRuns,
  createAttemptEventFinder,
  createResultReader,
  defaultBaseline,
  defaultRunToCompare,
  earlierRuns,
  failureGroups,
  findBaselineRun,
  findPassingRun,
  findRun,
  getAttemptState,
  getRunState,
  lastOutcomes,
  lastPasses,
  lastRuns,
  listHintReviews,
  listReviews,
  newestComparison,
  newestRunStartedAfter,
  newestRunWithCase,
  prunableRuns,
  readBaselineSide,
  readCaseHistories,
  readComparedSide,
  readLabelledVerdicts,
  readLiveTexts,
  readMatrix,
  readModelMatrix,
  readRecordedNames,
  readRunSpending,
  readRunsPage,
  readTrends,
  recordedAnswers,
  reviewsOfRun,
  runsWithSuite,
  searchHistory,
  seriesBaselines,
  shardRuns,
} from '../index.ts';
import { RULES } from '../trends/trend-window.ts';
import { type ExtraEvents, type RunKind, shopSuite, twinRunId } from './prepared-history.ts';

const { suiteKey, agentId, connector } = shopSuite;
const ofCase = { suiteKey, caseId: 'A' };
const ofAttempt = { ...ofCase, attempt: 1 };
const now = 1_700_100_000_000;
const head = 'whole-4';
const fork = { runId: 'whole-1', suiteKey, caseId: 'A', attempt: 1, turn: 1, was: 'passed' } as const;

/** Runs that differ from counted runs in one respect, and runs with additional data. */
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
  goesOn: { kind: { goesOn: true } },
  suite: { kind: { suite: { suiteKey: 'tests/other.jsonl' } } },
  agent: { kind: { suite: { agentId: 'clerk' } } },
  connector: { kind: { suite: { connector: 'claude' } } },
  simulator: { kind: { options: { simulator: 'shopper' } } },
  several: { kind: { beside: [twinRunId] } },
  severalAgents: { kind: { suite: { agentId: 'clerk' }, beside: [twinRunId] } },
  severalConnectors: { kind: { suite: { connector: 'claude' }, beside: [twinRunId] } },
  severalOthers: {
    kind: {
      beside: [
        { ...twinRunId, agentId: 'clerk' },
        { ...twinRunId, key: 'tests/third.jsonl', connector: 'claude' },
      ],
    },
  },
  whole: { kind: {} },
  skippedAttempts: { extra: { attempts: 's' } },
  setAside: { extra: { attempts: 'Q' } },
  repeats: { extra: { attempts: 'R' } },
  twin: { extra: { hasTwin: true } },
};
/** Counted runs have the same ids and positions in every history. */
export const historyQueries: Record<string, (db: Database) => unknown> = {
  attemptResult: (db) => attemptResult(db, head, ofAttempt)?.status,
  attemptsOfCase: (db) => attemptsOfCase(db, head, ofCase),
  assessBaselineSelection: (db) => assessBaselineSelection(db, { baseId: 'whole-2', headId: head }),
  readBaselineSide: (db) => readBaselineSide(db, requireState(db))?.runId,
  baseToCompare: (db) => defaultRunToCompare(db, headRun('whole-2')),
  caseDurations: (db) => caseDurations(db, shopSuite),
  caseHistory: (db) => caseHistory(db, { ...ofCase, limit: 50 }),
  caseHistoryLike: (db) => caseHistory(db, { ...ofCase, limit: 50, like: head }),
  caseOutcomes: (db) => caseOutcomes(db, suiteKey),
  casePasts: (db) => [...readCaseHistories(db, requireState(db), requireState(db).rows)],
  caseSpending: (db) => caseSpending(db, head, ofCase),
  caseTrend: (db) => caseTrend(db, { ...ofCase, connector }),
  caseTrendOfAll: (db) => caseTrend(db, { ...ofCase, connector: '*' }),
  compareStoredRuns: (db) => compareStoredRuns(db, { base: 'whole-3', head, all: true }),
  createAttemptEventFinder: (db) => createAttemptEventFinder(db, head)({ ...ofAttempt, caseHash: 'hash-of-A' }),
  createResultReader: (db) =>
    createResultReader(db, head)(requireState(db).rows.find(({ id }) => id === 'A') ?? noResult()),
  earlierRuns: (db) => earlierRuns(db, { series: shopSuite, runId: head }),
  failureGroups: (db) => failureGroups(db, requireState(db)),
  findLatest: (db) => findRun(db, 'latest'),
  findMeasure: (db) => findBaselineRun(db, 'latest'),
  getAttemptState: (db) => getAttemptState(db, head, ofAttempt).status,
  labelledVerdictsOfRun: (db) => readLabelledVerdicts(db, { runId: head }),
  labelledVerdictsOfSuite: (db) => readLabelledVerdicts(db, { suiteKey }),
  lastOutcomes: (db) => lastOutcomes(db, shopSuite),
  lastPasses: (db) => [...lastPasses(db, suiteKey)].map(({ caseId, runId }) => [caseId, runId]),
  lastRuns: (db) => lastRuns(db).get(suiteKey),
  listHintWords: (db) => listHintReviews(db, head),
  listReviews: (db) => listReviews(db, head),
  readModelMatrix: (db) => readModelMatrix(db),
  newestComparison: (db) => newestComparison(db),
  newestBegunAfter: (db) => newestRunStartedAfter(db, shopSuite, 0),
  newestRunWith: (db) => newestRunWithCase(db, 'A'),
  olderTrials: (db) =>
    collectOlderTrials(db, {
      base: readComparedSide(db, 'whole-3') ?? noResult(),
      head: readComparedSide(db, head) ?? noResult(),
    }),
  passedBefore: (db) => findPassingRun(db, { ...ofAttempt, caseId: 'B', runId: head, past: undefined }),
  prunableRuns: (db) => prunableRuns(db, { olderThanMs: 1, all: true, now }).map(({ runId }) => runId),
  readLiveTexts: (db) => readLiveTexts(db, head),
  readMatrix: (db) => readMatrix(db, { suiteKey, agentId, by: 'models', runs: [] }),
  recordedAnswers: (db) =>
    recordedAnswers(db, { ...ofCase, limit: 60 }).answers.map(({ runId, attempt }) => [runId, attempt]),
  reviewsOfRun: (db) => reviewsOfRun(db, head),
  runSpending: (db) => readRunSpending(db, head),
  runStandings: (db) => readComparedSide(db, head),
  runsPage: (db) => readRunsPage(db, { text: '', limit: 60 }),
  runsWithSuite: (db) => runsWithSuite(db, suiteKey, 60),
  search: (db) => foundBy(db, 'hello'),
  searchInRun: (db) => foundBy(db, 'hello', head),
  searchFailed: (db) => foundBy(db, 'hello s:failed'),
  searchNotFailed: (db) => foundBy(db, 'hello !s:failed'),
  searchInfra: (db) => foundBy(db, 'hello f:infra'),
  searchCost: (db) => foundBy(db, 'hello cost:>1'),
  searchNew: (db) => foundBy(db, 'hello new:'),
  seenNames: (db) => readRecordedNames(db, suiteKey),
  seriesBaselines: (db) => seriesBaselines(db),
  shardRuns: (db) => shardRuns(db).map(({ runId }) => runId),
  caseHealthAtRunEnd: (db) => caseHealthAtRunEnd(db, requireState(db), suiteKey).cases,
  trendRuns: (db) => readShopTrends(db).runs.map(({ runId }) => runId),
  trendRunsOfLastDays: (db) =>
    readTrends(db, { ...shopSuite, simulator: RULES, same: false, window: '7d', now }).runs.map(({ runId }) => runId),
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
  trendsOfSame: (db) => readTrends(db, { ...shopSuite, simulator: RULES, same: true, window: 'all', now }).cases,
  usualBase: (db) => defaultBaseline(db, headRun('whole-2')),
  usualPinned: (db) => defaultBaseline(db, headRun(), 'pinned'),
  usualPassed: (db) => defaultBaseline(db, headRun(), 'passed'),
  usualLatest: (db) => defaultBaseline(db, headRun(), 'latest'),
};

function requireState(db: Database, runId = head): RunState {
  const state = getRunState(db, runId);
  if (state === undefined) throw new Error(`no run ${runId}`);
  return state;
}

function headRun(runId = head): Parameters<typeof defaultBaseline>[1] {
  return { ...shopSuite, runId };
}

function readShopTrends(db: Database): ReturnType<typeof readTrends> {
  return readTrends(db, { ...shopSuite, simulator: RULES, same: false, window: 'all', now });
}

function noResult(): never {
  throw new Error('nothing is there');
}

function foundBy(db: Database, text: string, runId?: string): string[] {
  const { hits, isMore } = searchHistory(db, { text, runId });
  const all = isMore ? [...hits, ...searchHistory(db, { text, runId, before: hits.at(-1)?.id }).hits] : hits;
  return all.map((hit) => [hit.runId, hit.suiteKey, hit.caseId, hit.attempt, hit.status].join(' '));
}
