import { eq } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import { type RunOptions, runOptionsSchema } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { type RunListItem, toRunListItem } from './list-runs.ts';

/** A run's list item with its options and the process that executes it. */
export type RunRecord = RunListItem & { options: RunOptions; pid: number; processToken: string; host: string };

export function getRun(database: Database, runId: string): RunRecord | undefined {
  const row = database.orm.select().from(runs).where(eq(runs.id, runId)).get();
  if (row === undefined) return undefined;
  return {
    ...toRunListItem(row),
    options: runOptionsSchema.parse(row.options),
    pid: row.pid,
    processToken: row.processToken,
    host: row.host,
  };
}
