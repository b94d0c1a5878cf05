import type { Database } from '../db/index.ts';
import { getRun, type RunRecord } from '../read/get-run.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { describeSimulator, type RunSeries } from '../runs/series.ts';
import { findBaseline } from './baselines.ts';
import { findDefaultBaseline } from './default-baseline.ts';

/** The run with which the next run of a series is compared, if there is one. */
export type SeriesBaseline = { series: RunSeries; pinned: boolean; run: RunRecord | undefined };

/** Returns every series that has runs, starting with the series that ran last. */
export function listSeriesBaselines(database: Database): SeriesBaseline[] {
  return database.sqlite
    .prepare<[], RunSeries>(
      `SELECT suite_key AS suiteKey, agent_id AS agentId, connector, simulator FROM runs WHERE deleted_at IS NULL
       GROUP BY suite_key, agent_id, connector, simulator ORDER BY MAX(ordinal) DESC`,
    )
    .all()
    .map((series) => {
      const next = findDefaultBaseline(database, { runId: '', ...series });
      const isPinned = next !== undefined && findBaseline(database, series) === next;
      return { series, pinned: isPinned, run: next === undefined ? undefined : getRun(database, next) };
    });
}

/**
 * Facts that explain why a run has no baseline: the number of complete runs of its series, the other connectors on
 * which its suite and agent ran, and the other simulators on its own connector.
 */
export type EarlierRuns = { whole: number; others: number; connectors: string[]; simulators: string[] };

export function countEarlierRuns(
  { sqlite }: Database,
  { series, runId }: { series: RunSeries; runId: string },
): EarlierRuns {
  const rows = sqlite
    .prepare<unknown[], { connector: string | null; simulator: string | null; whole: number; others: number }>(
      `SELECT connector, simulator, SUM(${completeRunCondition()}) AS whole, SUM(NOT ${completeRunCondition()}) AS others FROM runs
       WHERE suite_key = :suiteKey AND agent_id = :agentId AND id <> :runId AND deleted_at IS NULL AND status <> 'running'
       GROUP BY connector, simulator ORDER BY connector, simulator`,
    )
    .all({ suiteKey: series.suiteKey, agentId: series.agentId, runId });
  const onConnector = rows.filter(({ connector }) => connector === series.connector);
  const ownSeries = onConnector.find(({ simulator }) => simulator === series.simulator);
  const connectors = rows.flatMap(({ connector }) => (connector === series.connector ? [] : (connector ?? 'its own')));
  const simulators = onConnector
    .filter((row) => row !== ownSeries)
    .map(({ simulator }) => describeSimulator(simulator));
  return {
    whole: ownSeries?.whole ?? 0,
    others: ownSeries?.others ?? 0,
    connectors: [...new Set(connectors)],
    simulators,
  };
}
