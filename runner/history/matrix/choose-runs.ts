import { MAX_MATRIX_COLUMNS, type MatrixColumnSelection } from '../../contract/index.ts';
import { AppError } from '../../host/errors.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { parseAgentParts } from '../runs/agent-parts.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { type RunSeries, ranSeriesCondition } from '../runs/series.ts';
import { listSeriesOfSuite } from '../runs/series-of-suite.ts';

type SuiteOfAgent = Pick<RunSeries, 'suiteKey' | 'agentId'>;

/** A run that becomes a column of the matrix. If a suite was requested, the connector is that of the suite. */
export type ChosenRun = { runId: string; connector: string | null };

/**
 * Chooses the newest complete runs of a suite and an agent. The other columns are compared with the first of these
 * runs.
 */
export function chooseRuns(database: Database, suite: SuiteOfAgent, by: MatrixColumnSelection): ChosenRun[] {
  const ofAgent = listSeriesOfSuite(database, suite.suiteKey).filter(({ agentId }) => agentId === suite.agentId);
  switch (by) {
    case 'models':
      return findNewestRunOfEachConnector(database, ofAgent);
    case 'versions':
      return findNewestRunOfEachVersion(database, ofAgent[0]);
    default:
      return by satisfies never;
  }
}

function findNewestRunOfEachConnector(database: Database, series: readonly RunSeries[]): ChosenRun[] {
  return series
    .filter(({ connector }, index) => series.findIndex((each) => each.connector === connector) === index)
    .slice(0, MAX_MATRIX_COLUMNS)
    .flatMap((each) => listCompleteRuns(database, each, 1).map(({ runId }) => ({ runId, connector: each.connector })));
}

/** The maximum number of runs that are searched for versions of the agent. */
const MAX_RUNS = 300;

/**
 * Finds the newest run of each version of the agent, oldest version first, because a newer version is compared with an
 * older one. Runs that did not record the parts of their agent are distinguished by commit.
 */
function findNewestRunOfEachVersion(database: Database, series: RunSeries | undefined): ChosenRun[] {
  if (series === undefined) return [];
  const newestRuns = new Map<string, ChosenRun>();
  for (const { runId, agentParts, gitCommit } of listCompleteRuns(database, series, MAX_RUNS)) {
    const parsedParts = parseAgentParts(agentParts === null ? null : JSON.parse(agentParts));
    const version = JSON.stringify(parsedParts.find(({ agentId }) => agentId === series.agentId)?.parts ?? gitCommit);
    if (newestRuns.size === MAX_MATRIX_COLUMNS) break;
    if (!newestRuns.has(version)) newestRuns.set(version, { runId, connector: series.connector });
  }
  return [...newestRuns.values()].toReversed();
}

/** Returns the newest runs first. Includes runs of several suites, if this suite is one of them. */
function listCompleteRuns({ sqlite }: Database, series: RunSeries, limit: number) {
  return selectRows(
    sqlite,
    'runs',
    { runId: 'id', agentParts: 'agentParts', gitCommit: 'gitCommit' },
    `WHERE ${ranSeriesCondition('runs')} AND ${completeRunCondition()} AND deleted_at IS NULL ORDER BY ordinal DESC LIMIT ${limit}`,
  ).all(series);
}

/** Throws if there are too many runs for the columns of a matrix. */
export function checkColumnCount(runs: readonly unknown[]): void {
  if (runs.length <= MAX_MATRIX_COLUMNS) return;
  throw new AppError('invalid_request', `A matrix has at most ${MAX_MATRIX_COLUMNS} runs; these are ${runs.length}.`);
}
