import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { baselines, runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import type { RunSeries } from '../runs/series.ts';

/** Returns the run that is pinned as the baseline of a series; undefined if none is pinned or the run was deleted. */
export function findBaseline(database: Database, series: RunSeries): string | undefined {
  return database.orm
    .select({ runId: baselines.runId })
    .from(baselines)
    .innerJoin(runs, eq(runs.id, baselines.runId))
    .where(and(buildPinCondition(series), isNull(runs.deletedAt)))
    .get()?.runId;
}

/** Pins a run as the baseline for later runs of its series. */
export function pinBaseline(database: Database, { series, runId, now }: BaselinePin): void {
  const { suiteKey, agentId, connector, simulator } = series;
  database.orm
    .insert(baselines)
    .values({ suiteKey, agentId, connector: connector ?? '', simulator: simulator ?? '', runId, pinnedAt: now })
    .onConflictDoUpdate({
      target: [baselines.suiteKey, baselines.agentId, baselines.connector, baselines.simulator],
      set: { runId, pinnedAt: now },
    })
    .run();
}

type BaselinePin = { series: RunSeries; runId: string; now: number };

export function unpinBaseline(database: Database, series: RunSeries): void {
  database.orm.delete(baselines).where(buildPinCondition(series)).run();
}

function buildPinCondition({ suiteKey, agentId, connector, simulator }: RunSeries): SQL | undefined {
  return and(
    eq(baselines.suiteKey, suiteKey),
    eq(baselines.agentId, agentId),
    eq(baselines.connector, connector ?? ''),
    eq(baselines.simulator, simulator ?? ''),
  );
}
