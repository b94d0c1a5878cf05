import { and, desc, isNull, like, lt, or } from 'drizzle-orm';
import { runs } from '../../drizzle/schema/index.ts';
import { type Counts, passRate, type RunStatus } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';

/** A run as a list shows it. Times are milliseconds since 1970, UTC; `passRate` is 0 to 1. */
export type RunListItem = {
  runId: string;
  suiteKey: string;
  agentId: string;
  connector?: string;
  status: RunStatus;
  total: number;
  attempts: number;
  counts: Counts;
  passRate: number | null;
  startedAt: number;
  finishedAt?: number;
  reason?: string;
  label?: string;
};

/** Runs, newest first. `before` continues after the `startedAt` of the last one seen. */
export function listRuns(
  database: Database,
  { limit, before, text }: { limit: number; before?: number; text?: string },
): RunListItem[] {
  const wanted = text === undefined || text === '' ? undefined : `%${text}%`;
  return database.orm
    .select()
    .from(runs)
    .where(
      and(
        isNull(runs.deletedAt),
        before === undefined ? undefined : lt(runs.startedAt, before),
        wanted === undefined
          ? undefined
          : or(
              like(runs.suiteKey, wanted),
              like(runs.label, wanted),
              like(runs.agentId, wanted),
              like(runs.connector, wanted),
              like(runs.status, wanted),
            ),
      ),
    )
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(limit)
    .all()
    .map(toListItem);
}

export function toListItem(row: typeof runs.$inferSelect): RunListItem {
  const counts = {
    passed: row.passed,
    failed: row.failed,
    error: row.errors,
    timeout: row.timeouts,
    skipped: row.skipped,
  };
  return {
    runId: row.id,
    suiteKey: row.suiteKey,
    agentId: row.agentId,
    ...(row.connector === null ? {} : { connector: row.connector }),
    status: row.status,
    total: row.total,
    attempts: row.attempts,
    counts,
    passRate: passRate(counts),
    startedAt: row.startedAt,
    ...(row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.label === null ? {} : { label: row.label }),
  };
}
