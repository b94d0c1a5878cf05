import { asc, eq, getTableColumns } from 'drizzle-orm';
import { decisions } from '../../../drizzle/schema/index.ts';
import type { ReviewDecision } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

export type StoredDecision = ReviewDecision & { runId: string };

/** Returns everyone's decisions in a queue, or in all queues if none is named; oldest first. */
export function listDecisions(database: Database, queue?: string): StoredDecision[] {
  return database.orm
    .select()
    .from(decisions)
    .where(queue === undefined ? undefined : eq(decisions.queue, queue))
    .orderBy(asc(decisions.decidedAt), asc(decisions.caseId), asc(decisions.attempt))
    .all();
}

/** Returns the decisions on a run's attempts in all queues, oldest first. */
export function listDecisionsOfRun(database: Database, runId: string): ReviewDecision[] {
  const { runId: _, ...columns } = getTableColumns(decisions);
  return database.orm
    .select(columns)
    .from(decisions)
    .where(eq(decisions.runId, runId))
    .orderBy(asc(decisions.decidedAt), asc(decisions.queue), asc(decisions.caseId), asc(decisions.attempt))
    .all();
}
