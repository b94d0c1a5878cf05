import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { runs } from '../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import { toListItem } from './list-runs.ts';

/** How a run of a suite did, for a line of them. `passRate` is 0 to 1, null when nothing was judged. */
export type TrendPoint = { runId: string; passRate: number | null };

const POINTS = 24;

/** The last finished runs of suites, oldest first, by suite. */
export function suiteTrends(database: Database, suiteKeys: Iterable<string>): Record<string, TrendPoint[]> {
  const trends: Record<string, TrendPoint[]> = {};
  for (const suiteKey of new Set(suiteKeys)) {
    const rows = database.orm
      .select()
      .from(runs)
      .where(and(eq(runs.suiteKey, suiteKey), ne(runs.status, 'running'), isNull(runs.deletedAt)))
      .orderBy(desc(runs.startedAt), desc(runs.id))
      .limit(POINTS)
      .all();
    trends[suiteKey] = rows
      .map(toListItem)
      .map(({ runId, passRate }) => ({ runId, passRate }))
      .toReversed();
  }
  return trends;
}
