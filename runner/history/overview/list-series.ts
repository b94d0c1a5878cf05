import type { RunStatus } from '../../fold/index.ts';
import { toSeriesKey } from '../../format/index.ts';
import type { Database } from '../db/index.ts';
import { completeRunCondition, noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { type RunSeries, toRunSeries } from '../runs/series.ts';

export type SeriesRun = { runId: string; startedAt: number; status: RunStatus; isComplete: boolean; total: number };

/** A series with all its runs, newest first; runs of several suites belong to the series of each suite. */
export type ListedSeries = { series: RunSeries; runs: SeriesRun[] };

type SeriesDbRow = RunSeries & Omit<SeriesRun, 'isComplete'> & { isComplete: 0 | 1 };

/** Returns all series, starting with the one that ran last. Deleted runs and forks belong to no series. */
export function listSeries({ sqlite }: Database): ListedSeries[] {
  const rows = sqlite
    .prepare<[], SeriesDbRow>(
      `SELECT suiteKey, agentId, connector, simulator, runId, startedAt, status, isComplete, total FROM (
         SELECT suite_key AS suiteKey, agent_id AS agentId, connector, simulator, id AS runId, started_at AS startedAt, status,
                ${completeRunCondition()} AS isComplete, total, ordinal
         FROM runs WHERE suites IS NULL AND deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')}
         UNION ALL
         SELECT s.value ->> 'key', s.value ->> 'agentId', s.value ->> 'connector', runs.simulator, runs.id, started_at, status,
                ${completeRunCondition()}, total, ordinal
         FROM runs, json_each(runs.suites) s
         WHERE deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')}
       ) ORDER BY ordinal DESC`,
    )
    .all();
  const groups = Map.groupBy(rows, toSeriesKey);
  return [...groups.values()].flatMap((runs) => {
    const [first] = runs;
    if (first === undefined) return [];
    const series = toRunSeries(first);
    return [
      {
        series,
        runs: runs.map(({ runId, startedAt, status, isComplete, total }) => ({
          runId,
          startedAt,
          status,
          isComplete: isComplete === 1,
          total,
        })),
      },
    ];
  });
}
