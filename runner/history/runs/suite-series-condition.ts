import { eq, type SQL, sql } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { RunSeries } from './series.ts';

/** Returns Drizzle conditions that select the runs of a series. */
export function suiteSeriesCondition({ suiteKey, agentId, connector, simulator }: RunSeries): (SQL | undefined)[] {
  return [
    eq(runs.suiteKey, suiteKey),
    eq(runs.agentId, agentId),
    sql`${runs.connector} IS ${connector}`,
    sql`${runs.simulator} IS ${simulator}`,
  ];
}
