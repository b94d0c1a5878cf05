import { and, desc, eq, isNull, like, or, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { runs } from '../../../drizzle/schema/index.ts';
import { type Counts, faultParties, type RunOptions, runOptionsSchema } from '../../contract/index.ts';
import type { FaultCounts, RunStatus } from '../../fold/index.ts';
import { computePassRate } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { markClockSetBack } from '../order/clock-setback.ts';
import { runFiguresSchema } from '../runs/run-figures.ts';
import { applyFaultReviews } from './apply-fault-reviews.ts';

/** A run as a list shows it. Times are milliseconds since 1970, UTC; `passRate` is 0 to 1. */
export type RunListItem = {
  runId: string;
  suiteKey: string;
  agentId: string;
  connector?: string;
  /** The connector or agent that plays the users of the run's cases; absent if the users are rule-based. */
  simulator?: string;
  status: RunStatus;
  total: number;
  attempts: number;
  /** How many attempts ran in parallel; absent if they ran one after another. */
  parallel?: number;
  /** Set if cases were repeated until their result was decided; `attempts` is the maximum per case. */
  autoRuns?: true;
  counts: Counts;
  passRate: number | null;
  startedAt: number;
  finishedAt?: number;
  reason?: string;
  label?: string;
  /**
   * Set if the run has an earlier start time than the run that was stored before it in its series: one of the two
   * clocks was wrong.
   */
  beganBefore?: true;
  /** For a fork: the turn of the original run from which the fork continues. */
  forkedAt?: number;
  /** The kind of an experiment on conversations, such as an attack; absent for all other runs. */
  purpose?: NonNullable<RunOptions['purpose']>;
  /** The Git commit that was checked out during the run. */
  commit?: string;
  branch?: string;
  /** The total cost of the run's attempts, as far as prices are known; absent until the run has ended. */
  cost?: { amount: number; isPartlyKnown: boolean; currency?: string };
  /** The number of failed attempts by who was at fault; absent if faults were not classified. */
  faults?: FaultCounts | undefined;
};

const optionsSchema = z.object({
  autoRuns: z.unknown().optional(),
  branch: z.string().optional(),
  parallel: z.number().optional(),
  purpose: runOptionsSchema.shape.purpose,
  currency: z.string().optional(),
});
const faultsSchema = z.partialRecord(z.enum(faultParties), z.number());

/**
 * Lists runs, newest first. Every word of `text` must occur in the suite, label, agent, connector or status. `s:failed`
 * matches only the status; quotes group words.
 */
export function listRuns(database: Database, { limit, text = '' }: { limit: number; text?: string }): RunListItem[] {
  const rows = database.orm
    .select()
    .from(runs)
    .where(and(isNull(runs.deletedAt), ...(text.match(/"[^"]*"?|\S+/g) ?? []).map(buildTermCondition)))
    .orderBy(desc(runs.ordinal))
    .limit(limit)
    .all()
    .map(toRunListItem);
  return markClockSetBack(database, applyFaultReviews(database, rows));
}

function buildTermCondition(term: string): SQL | undefined {
  const status = /^s(?:tatus)?:(.+)$/i.exec(term)?.[1];
  if (status !== undefined) return like(runs.status, toLikePattern(status));
  const text = toLikePattern(term.replaceAll('"', ''));
  return or(
    eq(runs.id, term),
    like(runs.suiteKey, text),
    like(runs.label, text),
    like(runs.agentId, text),
    like(runs.connector, text),
    like(runs.status, text),
  );
}

function toLikePattern(text: string): string {
  return `%${text}%`;
}

export function toRunListItem(row: typeof runs.$inferSelect): RunListItem {
  const options = optionsSchema.safeParse(row.options).data;
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
    ...(row.simulator === null ? {} : { simulator: row.simulator }),
    status: row.status,
    total: row.total,
    attempts: row.attempts,
    ...(options?.parallel !== undefined && options.parallel > 1 ? { parallel: options.parallel } : {}),
    ...(options?.autoRuns !== undefined ? { autoRuns: true as const } : {}),
    counts,
    passRate: computePassRate(counts),
    startedAt: row.startedAt,
    ...(row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...parseForkedAt(row.options),
    ...(options?.purpose === undefined ? {} : { purpose: options.purpose }),
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.gitCommit === null ? {} : { commit: row.gitCommit }),
    ...(options?.branch === undefined ? {} : { branch: options.branch }),
    ...parseCost(row.figures, options?.currency),
    ...(row.faults === null ? {} : { faults: faultsSchema.parse(row.faults) }),
  };
}

const forkedSchema = z.object({ fork: z.object({ turn: z.number() }) });

function parseForkedAt(options: unknown): Pick<RunListItem, 'forkedAt'> {
  const { data } = forkedSchema.safeParse(options);
  return data === undefined ? {} : { forkedAt: data.fork.turn };
}

/** Returns the cost of a run; empty for a run in progress, which has no figures yet. */
function parseCost(figures: unknown, currency: string | undefined): Pick<RunListItem, 'cost'> {
  const spending = figures === null ? undefined : runFiguresSchema.parse(figures).spent;
  return spending === undefined ? {} : { cost: { ...spending, ...(currency === undefined ? {} : { currency }) } };
}
