import { asc, eq, getTableColumns } from 'drizzle-orm';
import { turnReviews } from '../../../drizzle/schema/index.ts';
import type { TurnReview } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/** Returns the reviews of single turns of a run's attempts, oldest first. */
export function listTurnReviews(database: Database, runId: string): TurnReview[] {
  const { runId: _, ...columns } = getTableColumns(turnReviews);
  return database.orm
    .select(columns)
    .from(turnReviews)
    .where(eq(turnReviews.runId, runId))
    .orderBy(asc(turnReviews.reviewedAt), asc(turnReviews.caseId), asc(turnReviews.attempt), asc(turnReviews.turn))
    .all();
}
