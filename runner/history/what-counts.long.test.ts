import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './db/index.ts';
import { historyQueries, runKinds } from './testing/history-queries.ts';
import { type ExtraEvents, fillHistory, type RunKind } from './testing/prepared-history.ts';
import { writeEmptyHistory } from './testing/temporary-histories.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-counts-'));
const histories = new Map<string, Database>();

async function open(name: string, { kind, extra }: { kind?: RunKind; extra?: ExtraEvents } = {}): Promise<void> {
  const file = path.join(folder, name, 'history.db');
  writeEmptyHistory(file);
  const database = openDatabase(file);
  histories.set(name, database);
  await fillHistory(database, kind, extra);
}

beforeAll(async () => {
  await open('plain');
  for (const [name, runStatuses] of Object.entries(runKinds)) await open(name, runStatuses);
});

afterAll(() => {
  for (const database of histories.values()) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function requireHistory(name: string): Database {
  const database = histories.get(name);
  if (database === undefined) throw new Error(`no history ${name}`);
  return database;
}

const groups = {
  partial: ['tags', 'cases', 'pattern', 'shard', 'lastFailed'],
  stopped: ['cancelled', 'interrupted'],
  named: ['suite', 'agent', 'connector', 'simulator'],
  several: ['several', 'severalAgents', 'severalConnectors', 'severalOthers'],
  attempts: ['skippedAttempts', 'setAside', 'repeats'],
} as const;

/** The kinds of runs that change a query's result; runs of no other kind may change it. */
const countedBy: Record<string, readonly string[]> = {
  readAttemptResult: [],
  readAttemptsOfCase: [...groups.attempts],
  assessBaselineSelection: ['whole'],
  readBaselineSide: ['twin'],
  baseToCompare: ['whole', 'twin'],
  readCaseDurations: ['simulator', 'several', 'severalOthers', 'whole', 'setAside', 'repeats'],
  readCaseHistory: [
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
  ],
  caseHistoryLike: [...groups.partial, ...groups.stopped, 'goesOn', 'several', 'whole'],
  listCaseOutcomes: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
    ...groups.attempts,
  ],
  casePasts: ['several', 'severalOthers', 'whole'],
  readCaseSpending: [...groups.attempts],
  readCaseTrend: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    'simulator',
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
    'simulator',
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  compareStoredRuns: ['whole', ...groups.attempts, 'twin'],
  createAttemptEventFinder: [],
  createResultReader: [...groups.attempts],
  countEarlierRuns: [
    'fork',
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    'connector',
    'simulator',
    'whole',
    'twin',
  ],
  readFailureGroups: ['setAside', 'repeats'],
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
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
  ],
  readLastOutcomes: ['simulator', 'several', 'severalOthers', 'whole', 'skippedAttempts', 'repeats'],
  readLastPasses: [
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
  ],
  readLastRunsByFile: ['agent', 'connector', 'simulator', 'whole', 'twin'],
  listHintWords: ['twin'],
  listReviews: ['twin'],
  readMatrix: ['goesOn', 'connector', 'simulator', 'several', 'severalConnectors', 'severalOthers', 'whole'],
  readModelMatrix: [...groups.named, ...groups.several, 'whole', 'twin'],
  findNewestComparison: [...groups.named, ...groups.several, 'whole', 'twin'],
  newestBegunAfter: ['fork', 'purpose', ...groups.partial, ...groups.stopped, 'goesOn', 'whole', 'twin'],
  newestRunWith: [...groups.partial, ...groups.stopped, 'goesOn', ...groups.named, ...groups.several, 'whole'],
  olderTrials: ['whole', 'twin'],
  passedBefore: [],
  listPrunableRuns: [
    'deleted',
    'fork',
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    ...groups.named,
    ...groups.several,
    'whole',
  ],
  readLiveTexts: [],
  readRecordedAnswers: [
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
    ...groups.attempts,
  ],
  readReviewsOfRun: ['twin'],
  runSpending: [...groups.attempts, 'twin'],
  runStandings: [...groups.attempts, 'twin'],
  runsPage: [
    'fork',
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  listRunsWithSuite: [
    ...groups.partial,
    ...groups.stopped,
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
  ],
  search: [
    'fork',
    'purpose',
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
    'purpose',
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
    'purpose',
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
    'purpose',
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
    'purpose',
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
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    ...groups.named,
    ...groups.several,
    'whole',
    ...groups.attempts,
    'twin',
  ],
  seenNames: [
    'fork',
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    'goesOn',
    'agent',
    'connector',
    'simulator',
    ...groups.several,
    'whole',
  ],
  listSeriesBaselines: [...groups.named, ...groups.several, ...groups.attempts, 'twin'],
  listShardRuns: ['shard'],
  assessCaseHealthAtRunEnd: ['several', 'severalOthers', 'whole'],
  trendRuns: ['whole', 'twin'],
  trendRunsOfLastDays: ['whole', 'twin'],
  trendRunsOfAll: [...groups.named, ...groups.several, 'whole'],
  trendRunsOfAgent: ['suite', 'connector', 'simulator', 'several', 'severalConnectors', 'whole'],
  trendChoices: [
    'fork',
    'purpose',
    ...groups.partial,
    ...groups.stopped,
    ...groups.named,
    ...groups.several,
    'whole',
    'twin',
  ],
  trendCases: ['several', 'severalOthers', 'whole', 'twin'],
  trendMarkers: ['whole', 'twin'],
  trendsOfSame: ['several', 'severalOthers', 'whole', 'twin'],
  usualBase: ['whole', 'twin'],
  usualPinned: [],
  usualPassed: ['whole', 'setAside', 'repeats', 'twin'],
  usualLatest: ['whole', 'twin'],
};

describe('what changes the answer of a query', () => {
  it.each(Object.entries(historyQueries))('%s', (name, query) => {
    const plainRows = query(requireHistory('plain'));
    const changed = Object.keys(runKinds).filter((kind) => !isDeepStrictEqual(query(requireHistory(kind)), plainRows));
    expect(changed).toEqual(countedBy[name]);
  });
});
