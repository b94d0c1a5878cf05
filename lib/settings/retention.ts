import * as z from 'zod';
import { database } from '../../runner/history/db/index.ts';
import { listPrunableRuns, type PrunableRun } from '../../runner/history/index.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED_RUNS = 20;

const optionalLimitSchema = z.int().positive().max(100_000).optional();
export const retentionSchema = z.strictObject({ olderThanDays: optionalLimitSchema, keep: optionalLimitSchema });
export type RetentionRequest = z.infer<typeof retentionSchema>;

/** The runs that would be deleted; `oldest` contains the first of them with details, for display. */
export type RetentionPreview = { runIds: string[]; oldest: PrunableRun[] };

/** Lists the runs that the retention settings would delete, except runs that are already deleted. */
export function buildRetentionPreview({ olderThanDays, keep }: RetentionRequest): RetentionPreview {
  const runs = listPrunableRuns(database(), {
    olderThanMs: olderThanDays === undefined ? undefined : olderThanDays * DAY_MS,
    keep,
    now: Date.now(),
  }).filter(({ deleted }) => !deleted);
  return { runIds: runs.map(({ runId }) => runId), oldest: runs.slice(0, MAX_LISTED_RUNS) };
}
