import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunState } from '../../runner/fold/index.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { type Extra, fillHistory, type RunKind, shop, twin } from '../testing/prepared-history.ts';
import { writeEmptyHistory } from '../testing/temporary-histories.ts';
import {
  attemptResult,
  attemptsOfCase,
  baselineSelection,
  baselineStandings,
  baseToCompare,
  caseDurations,
  caseHistory,
  caseOutcomes,
  casePasts,
  caseSpending,
  caseTrend,
  compareStoredRuns,
  createEarlierAttempts,
  createResultReader,
  earlierRuns,
  failureGroups,
  findMeasure,
  findRun,
  getAttemptState,
  getRunState,
  labelledVerdicts,
  lastOutcomes,
  lastPasses,
  lastRuns,
  listHintWords,
  listReviews,
  modelsOfSuite,
  modelsOfSuites,
  newestComparison,
  newestRunWith,
  olderTrials,
  passedBefore,
  prunableRuns,
  readLiveTexts,
  recordedAnswers,
  reviewsOfRun,
  runSpending,
  runStandings,
  runsPage,
  runsWithSuite,
  searchHistory,
  seenNames,
  seriesBaselines,
  shardRuns,
  standingsAt,
  trends,
  usualBase,
} from './index.ts';

const { suiteKey, agentId, connector } = shop;
const ofCase = { suiteKey, caseId: 'A' };
const ofAttempt = { ...ofCase, attempt: 1 };
const now = 1_700_100_000_000;
const head = 'whole-4';
const fork = { runId: 'whole-1', suiteKey, caseId: 'A', attempt: 1, turn: 1, was: 'passed' } as const;

/** Runs that differ in one thing from those that count, and runs that have something more. */
const kinds: Record<string, { kind?: RunKind; extra?: Extra }> = {
  deleted: { kind: { isDeleted: true } },
  fork: { kind: { options: { fork } } },
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
  several: { kind: { beside: [twin] } },
  severalAgents: { kind: { suite: { agentId: 'clerk' }, beside: [twin] } },
  severalConnectors: { kind: { suite: { connector: 'claude' }, beside: [twin] } },
  severalOthers: {
    kind: {
      beside: [
        { ...twin, agentId: 'clerk' },
        { ...twin, key: 'tests/third.jsonl', connector: 'claude' },
      ],
    },
  },
  whole: { kind: {} },
  skippedAttempts: { extra: { attempts: 's' } },
  setAside: { extra: { attempts: 'Q' } },
  repeats: { extra: { attempts: 'R' } },
  twin: { extra: { hasTwin: true } },
};
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-counts-'));
const histories = new Map<string, Database>();

async function open(name: string, { kind, extra }: { kind?: RunKind; extra?: Extra } = {}): Promise<void> {
  const file = path.join(folder, name, 'history.db');
  writeEmptyHistory(file);
  const database = openDatabase(file);
  histories.set(name, database);
  await fillHistory(database, kind, extra);
}

beforeAll(async () => {
  await open('plain');
  for (const [name, of] of Object.entries(kinds)) await open(name, of);
});

afterAll(() => {
  for (const database of histories.values()) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function historyOf(name: string): Database {
  const database = histories.get(name);
  if (database === undefined) throw new Error(`no history ${name}`);
  return database;
}

function stateOf(db: Database, runId = head): RunState {
  const state = getRunState(db, runId);
  if (state === undefined) throw new Error(`no run ${runId}`);
  return state;
}

function headOf(db: Database, runId = head): Parameters<typeof usualBase>[1] {
  return { ...shop, runId, startedAt: stateOf(db, runId).startedAt ?? 0 };
}

/** Of runs that count the ids are the same in every history, and so are the places in them. */
const queries: Record<string, (db: Database) => unknown> = {
  attemptResult: (db) => attemptResult(db, head, ofAttempt)?.status,
  attemptsOfCase: (db) => attemptsOfCase(db, head, ofCase),
  baselineSelection: (db) => baselineSelection(db, { baseId: 'whole-2', head: stateOf(db) }),
  baselineStandings: (db) => baselineStandings(db, stateOf(db))?.runId,
  baseToCompare: (db) => baseToCompare(db, headOf(db, 'whole-2')),
  caseDurations: (db) => caseDurations(db, shop),
  caseHistory: (db) => caseHistory(db, { ...ofCase, limit: 50 }),
  caseHistoryLike: (db) => caseHistory(db, { ...ofCase, limit: 50, like: head }),
  caseOutcomes: (db) => caseOutcomes(db, suiteKey),
  casePasts: (db) => [...casePasts(db, stateOf(db), stateOf(db).rows)],
  caseSpending: (db) => caseSpending(db, head, ofCase),
  caseTrend: (db) => caseTrend(db, { ...ofCase, connector }),
  caseTrendOfAll: (db) => caseTrend(db, { ...ofCase, connector: '*' }),
  compareStoredRuns: (db) => compareStoredRuns(db, { base: 'whole-3', head, all: true }),
  createEarlierAttempts: (db) => createEarlierAttempts(db, head)({ ...ofAttempt, caseHash: 'hash-of-A' }),
  createResultReader: (db) => createResultReader(db, head)(stateOf(db).rows.find(({ id }) => id === 'A') ?? fail()),
  earlierRuns: (db) => earlierRuns(db, { series: shop, runId: head }),
  failureGroups: (db) => failureGroups(db, stateOf(db)),
  findLatest: (db) => findRun(db, 'latest'),
  findMeasure: (db) => findMeasure(db, 'latest'),
  getAttemptState: (db) => getAttemptState(db, head, ofAttempt).status,
  labelledVerdictsOfRun: (db) => labelledVerdicts(db, { runId: head }),
  labelledVerdictsOfSuite: (db) => labelledVerdicts(db, { suiteKey }),
  lastOutcomes: (db) => lastOutcomes(db, shop),
  lastPasses: (db) => [...lastPasses(db, suiteKey)].map(({ caseId, runId }) => [caseId, runId]),
  lastRuns: (db) => lastRuns(db).get(suiteKey),
  listHintWords: (db) => listHintWords(db, head),
  listReviews: (db) => listReviews(db, head),
  modelsOfSuite: (db) => modelsOfSuite(db, { suiteKey, agentId }),
  modelsOfSuites: (db) => modelsOfSuites(db),
  newestComparison: (db) => newestComparison(db),
  newestRunWith: (db) => newestRunWith(db, 'A'),
  olderTrials: (db) =>
    olderTrials(db, { base: runStandings(db, 'whole-3') ?? fail(), head: runStandings(db, head) ?? fail() }),
  passedBefore: (db) => passedBefore(db, { ...ofAttempt, caseId: 'B', runId: head, past: undefined }),
  prunableRuns: (db) => prunableRuns(db, { olderThanMs: 1, all: true, now }).map(({ runId }) => runId),
  readLiveTexts: (db) => readLiveTexts(db, head),
  recordedAnswers: (db) =>
    recordedAnswers(db, { ...ofCase, limit: 60 }).answers.map(({ runId, attempt }) => [runId, attempt]),
  reviewsOfRun: (db) => reviewsOfRun(db, head),
  runSpending: (db) => runSpending(db, head),
  runStandings: (db) => runStandings(db, head),
  runsPage: (db) => runsPage(db, { text: '', limit: 60 }),
  runsWithSuite: (db) => runsWithSuite(db, suiteKey, 60),
  search: (db) => foundBy(db, 'hello'),
  searchInRun: (db) => foundBy(db, 'hello', head),
  searchFailed: (db) => foundBy(db, 'hello s:failed'),
  searchNotFailed: (db) => foundBy(db, 'hello !s:failed'),
  searchInfra: (db) => foundBy(db, 'hello f:infra'),
  searchCost: (db) => foundBy(db, 'hello cost:>1'),
  searchNew: (db) => foundBy(db, 'hello new:'),
  seenNames: (db) => seenNames(db, suiteKey),
  seriesBaselines: (db) => seriesBaselines(db),
  shardRuns: (db) => shardRuns(db).map(({ runId }) => runId),
  standingsAt: (db) => standingsAt(db, stateOf(db), suiteKey).cases,
  trendRuns: (db) => trendsOf(db).runs.map(({ runId }) => runId),
  trendRunsOfLastDays: (db) => trends(db, { ...shop, same: false, window: '7d', now }).runs.map(({ runId }) => runId),
  trendRunsOfAll: (db) =>
    trends(db, { suiteKey: '*', agentId: '', connector: '*', same: false, window: 'all', now }).runs.map(
      ({ runId }) => runId,
    ),
  trendRunsOfAgent: (db) =>
    trends(db, { suiteKey: '*', agentId, connector: '*', same: false, window: 'all', now }).runs.map(
      ({ runId }) => runId,
    ),
  trendChoices: (db) => {
    const { suites, agents, connectors } = trendsOf(db);
    return [suites, agents, connectors];
  },
  trendCases: (db) => trendsOf(db).cases,
  trendMarkers: (db) => {
    const { markers, difference, renamed } = trendsOf(db);
    return [markers, difference, renamed];
  },
  trendsOfSame: (db) => trends(db, { ...shop, same: true, window: 'all', now }).cases,
  usualBase: (db) => usualBase(db, headOf(db, 'whole-2')),
  usualPinned: (db) => usualBase(db, headOf(db), 'pinned'),
  usualPassed: (db) => usualBase(db, headOf(db), 'passed'),
  usualLatest: (db) => usualBase(db, headOf(db), 'latest'),
};

function trendsOf(db: Database): ReturnType<typeof trends> {
  return trends(db, { ...shop, same: false, window: 'all', now });
}

function fail(): never {
  throw new Error('nothing is there');
}

function foundBy(db: Database, text: string, runId?: string): string[] {
  const { hits, isMore } = searchHistory(db, { text, runId });
  const all = isMore ? [...hits, ...searchHistory(db, { text, runId, before: hits.at(-1)?.id }).hits] : hits;
  return all.map((hit) => [hit.runId, hit.suiteKey, hit.caseId, hit.attempt, hit.status].join(' '));
}

const groups = {
  partial: ['tags', 'cases', 'pattern', 'shard', 'lastFailed'],
  stopped: ['cancelled', 'interrupted'],
  named: ['suite', 'agent', 'connector'],
  several: ['several', 'severalAgents', 'severalConnectors', 'severalOthers'],
  attempts: ['skippedAttempts', 'setAside', 'repeats'],
} as const;

/** The kinds that change what a query finds; nothing else may. */
const counted: Record<string, readonly string[]> = {
  attemptResult: [],
  attemptsOfCase: [...groups.attempts],
  baselineSelection: ['whole'],
  baselineStandings: ['twin'],
  baseToCompare: ['whole', 'twin'],
  caseDurations: ['several', 'severalOthers', 'whole', 'setAside', 'repeats'],
  caseHistory: [...groups.partial, ...groups.stopped, 'goesOn', 'agent', 'connector', ...groups.several, 'whole'],
  caseHistoryLike: [...groups.partial, ...groups.stopped, 'goesOn', 'several', 'whole'],
  caseOutcomes: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    ...groups.several,
    'whole',
    ...groups.attempts,
  ],
  casePasts: ['several', 'severalOthers', 'whole'],
  caseSpending: [...groups.attempts],
  caseTrend: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  caseTrendOfAll: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  compareStoredRuns: ['whole', ...groups.attempts, 'twin'],
  createEarlierAttempts: [],
  createResultReader: [...groups.attempts],
  earlierRuns: ['fork', ...groups.partial, ...groups.stopped, 'connector', 'whole', 'twin'],
  failureGroups: ['setAside', 'repeats'],
  findLatest: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  findMeasure: [...groups.named, ...groups.several, 'whole', ...groups.attempts, 'twin'],
  getAttemptState: [],
  labelledVerdictsOfRun: ['twin'],
  labelledVerdictsOfSuite: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    ...groups.several,
    'whole',
  ],
  lastOutcomes: ['several', 'severalOthers', 'whole', 'skippedAttempts', 'repeats'],
  lastPasses: [...groups.partial, ...groups.stopped, 'goesOn', 'agent', 'connector', ...groups.several, 'whole'],
  lastRuns: ['agent', 'connector', 'whole', 'twin'],
  listHintWords: ['twin'],
  listReviews: ['twin'],
  modelsOfSuite: ['goesOn', 'connector', 'several', 'severalConnectors', 'severalOthers', 'whole'],
  modelsOfSuites: [...groups.named, ...groups.several, 'whole', 'twin'],
  newestComparison: [...groups.named, ...groups.several, 'whole', 'twin'],
  newestRunWith: [...groups.partial, ...groups.stopped, 'goesOn', ...groups.named, ...groups.several, 'whole'],
  olderTrials: ['whole', 'twin'],
  passedBefore: [],
  prunableRuns: ['deleted', 'fork', ...groups.partial, ...groups.stopped, ...groups.named, ...groups.several, 'whole'],
  readLiveTexts: [],
  recordedAnswers: [
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    ...groups.several,
    'whole',
    ...groups.attempts,
  ],
  reviewsOfRun: ['twin'],
  runSpending: [...groups.attempts, 'twin'],
  runStandings: [...groups.attempts, 'twin'],
  runsPage: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  runsWithSuite: [...groups.partial, ...groups.stopped, 'agent', 'connector', ...groups.several, 'whole'],
  search: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  searchInRun: [...groups.attempts, 'twin'],
  searchFailed: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    'setAside',
    'repeats',
    'twin',
  ],
  searchNotFailed: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    'skippedAttempts',
    'twin',
  ],
  searchInfra: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    'twin',
  ],
  searchCost: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  searchNew: [
    'fork',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  seenNames: ['fork', ...groups.partial, ...groups.stopped, 'goesOn', 'agent', 'connector', ...groups.several, 'whole'],
  seriesBaselines: [...groups.named, ...groups.several, ...groups.attempts, 'twin'],
  shardRuns: ['shard'],
  standingsAt: ['several', 'severalOthers', 'whole'],
  trendRuns: ['whole', 'twin'],
  trendRunsOfLastDays: ['whole', 'twin'],
  trendRunsOfAll: [...groups.named, ...groups.several, 'whole'],
  trendRunsOfAgent: ['suite', 'connector', 'several', 'severalConnectors', 'whole'],
  trendChoices: ['fork', ...groups.partial, ...groups.stopped, ...groups.named, ...groups.several, 'whole', 'twin'],
  trendCases: ['several', 'severalOthers', 'whole', 'twin'],
  trendMarkers: ['whole', 'twin'],
  trendsOfSame: ['several', 'severalOthers', 'whole', 'twin'],
  usualBase: ['whole', 'twin'],
  usualPinned: [],
  usualPassed: ['whole', 'setAside', 'repeats', 'twin'],
  usualLatest: ['whole', 'twin'],
};

describe('what changes the answer of a query', () => {
  it.each(Object.keys(queries))('%s', (name) => {
    const query = queries[name] ?? fail();
    const plain = query(historyOf('plain'));
    const changed = Object.keys(kinds).filter((kind) => !isDeepStrictEqual(query(historyOf(kind)), plain));
    expect(changed).toEqual(counted[name]);
  });
});
