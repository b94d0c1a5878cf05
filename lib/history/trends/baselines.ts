import { and, eq, isNull } from 'drizzle-orm';
import { baselines, runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../../db/index.ts';

/** The run that runs of a suite are compared with; nothing when none is pinned, or it is deleted. */
export function baselineOf(database: Database, suiteKey: string): string | undefined {
  return database.orm
    .select({ runId: baselines.runId })
    .from(baselines)
    .innerJoin(runs, eq(runs.id, baselines.runId))
    .where(and(eq(baselines.suiteKey, suiteKey), isNull(runs.deletedAt)))
    .get()?.runId;
}

/** Makes a run what later ones of its suite are compared with, instead of whichever was before. */
export function pinBaseline(database: Database, { suiteKey, runId, now }: Pin): void {
  database.orm
    .insert(baselines)
    .values({ suiteKey, runId, pinnedAt: now })
    .onConflictDoUpdate({ target: baselines.suiteKey, set: { runId, pinnedAt: now } })
    .run();
}

type Pin = { suiteKey: string; runId: string; now: number };

export function unpinBaseline(database: Database, suiteKey: string): void {
  database.orm.delete(baselines).where(eq(baselines.suiteKey, suiteKey)).run();
}
