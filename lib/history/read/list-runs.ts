import { and, desc, isNull, like, or, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { runs } from '../../../drizzle/schema/index.ts';
import { type Counts, faultParties } from '../../../runner/contract/index.ts';
import type { FaultCounts, RunStatus } from '../../../runner/fold/index.ts';
import { passRate } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { withWordsOnFaults } from './with-words-on-faults.ts';

/** A run as a list shows it. Times are milliseconds since 1970, UTC; `passRate` is 0 to 1. */
export type RunListItem = {
  runId: string;
  suiteKey: string;
  agentId: string;
  connector?: string;
  status: RunStatus;
  total: number;
  attempts: number;
  /** Its cases were repeated until they were decided; `attempts` is the most of each. */
  autoRuns?: true;
  counts: Counts;
  passRate: number | null;
  startedAt: number;
  finishedAt?: number;
  reason?: string;
  label?: string;
  /** Attempts that went wrong by whose fault; absent where that was not told apart. */
  faults?: FaultCounts | undefined;
};

const faultsSchema = z.partialRecord(z.enum(faultParties), z.number());

/**
 * Runs, newest first. Every word of `text` must occur
 * in the suite, the label, the agent, the connector or the status; `s:failed` means the status alone, quotes keep
 * words together.
 */
export function listRuns(database: Database, { limit, text = '' }: { limit: number; text?: string }): RunListItem[] {
  const found = database.orm
    .select()
    .from(runs)
    .where(and(isNull(runs.deletedAt), ...(text.match(/"[^"]*"?|\S+/g) ?? []).map(asked)))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(limit)
    .all()
    .map(toListItem);
  return withWordsOnFaults(database, found);
}

function asked(term: string): SQL | undefined {
  const status = /^s(?:tatus)?:(.+)$/i.exec(term)?.[1];
  if (status !== undefined) return like(runs.status, pattern(status));
  const text = pattern(term.replaceAll('"', ''));
  return or(
    like(runs.suiteKey, text),
    like(runs.label, text),
    like(runs.agentId, text),
    like(runs.connector, text),
    like(runs.status, text),
  );
}

function pattern(text: string): string {
  return `%${text}%`;
}

export function toListItem(row: typeof runs.$inferSelect): RunListItem {
  const counts = {
    passed: row.passed,
    failed: row.failed,
    error: row.errors,
    timeout: row.timeouts,
    skipped: row.skipped,
    ...(row.setAside === 0 ? {} : { setAside: row.setAside }),
  };
  return {
    runId: row.id,
    suiteKey: row.suiteKey,
    agentId: row.agentId,
    ...(row.connector === null ? {} : { connector: row.connector }),
    status: row.status,
    total: row.total,
    attempts: row.attempts,
    ...(hasAutoRuns(row.options) ? { autoRuns: true as const } : {}),
    counts,
    passRate: passRate(counts),
    startedAt: row.startedAt,
    ...(row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.faults === null ? {} : { faults: faultsSchema.parse(row.faults) }),
  };
}

function hasAutoRuns(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'autoRuns' in options;
}
