import { asc, eq, getTableColumns } from 'drizzle-orm';
import { reviews } from '../../../drizzle/schema/index.ts';
import type { Review } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/** Returns the reviews of a run's attempts, oldest first. */
export function listReviews(database: Database, runId: string): Review[] {
  const { runId: _, ...columns } = getTableColumns(reviews);
  return database.orm
    .select(columns)
    .from(reviews)
    .where(eq(reviews.runId, runId))
    .orderBy(asc(reviews.reviewedAt), asc(reviews.caseId), asc(reviews.attempt))
    .all();
}
