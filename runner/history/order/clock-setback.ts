import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { type RunSeries, seriesCondition } from '../runs/series.ts';

/** Milliseconds: two runs that start within this time may be stored in either order. */
const SAME_START_TOLERANCE_MS = 1_000;

type RunStartTime = { runId: string; startedAt: number };

/**
 * Returns the newest stored run of a series if it started after `time`, which means that one of the two clocks was
 * wrong.
 */
export function findNewestRunStartedAfter(
  { sqlite }: Database,
  series: RunSeries,
  time: number,
): RunStartTime | undefined {
  const newestStart: RunStartTime | undefined = selectRows(
    sqlite,
    'runs',
    { runId: 'id', startedAt: 'startedAt' },
    `WHERE ${seriesCondition()} AND deleted_at IS NULL ORDER BY ordinal DESC LIMIT 1`,
  ).get(series);
  return newestStart !== undefined && newestStart.startedAt > time + SAME_START_TOLERANCE_MS ? newestStart : undefined;
}

/** Marks runs that started before the run stored before them in their series. */
export function markClockSetBack<Found extends { runId: string }>(
  { sqlite }: Database,
  runs: readonly Found[],
): (Found & { beganBefore?: true })[] {
  const markedRunIds = new Set(
    sqlite
      .prepare<[string], string>(
        `SELECT r.id FROM runs r WHERE r.id IN (SELECT value FROM json_each(?)) AND r.started_at + ${SAME_START_TOLERANCE_MS} < (
           SELECT p.started_at FROM runs p WHERE p.suite_key = r.suite_key AND p.agent_id = r.agent_id
             AND p.connector IS r.connector AND p.deleted_at IS NULL AND p.ordinal < r.ordinal
           ORDER BY p.ordinal DESC LIMIT 1)`,
      )
      .pluck()
      .all(JSON.stringify(runs.map(({ runId }) => runId))),
  );
  return runs.map((run) => (markedRunIds.has(run.runId) ? { ...run, beganBefore: true as const } : run));
}
