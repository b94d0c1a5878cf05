import { eq, type SQL, sql } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Series } from './series.ts';

/** Conditions on rows of `runs`: they are of a series. */
export function inSeries({ suiteKey, agentId, connector }: Series): (SQL | undefined)[] {
  return [eq(runs.suiteKey, suiteKey), eq(runs.agentId, agentId), sql`${runs.connector} IS ${connector}`];
}
