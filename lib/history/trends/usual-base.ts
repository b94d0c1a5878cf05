import { and, desc, eq, inArray, isNull, lt, ne } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../../db/index.ts';
import type { RunListItem } from '../read/list-runs.ts';
import { baselineOf } from './baselines.ts';
import { isWhole } from './whole-runs.ts';

type Head = Pick<RunListItem, 'runId' | 'suiteKey' | 'agentId' | 'startedAt'>;

/**
 * The run to compare with unless a person says otherwise: the pinned one, else the last one before of the same suite and
 * agent; rather one that came to its end than one that was stopped, and rather one of the whole suite than of some cases.
 */
export function usualBase(database: Database, head: Head): string | undefined {
  const pinned = baselineOf(database, head.suiteKey);
  if (pinned !== undefined && pinned !== head.runId) return pinned;
  return database.orm
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.suiteKey, head.suiteKey),
        eq(runs.agentId, head.agentId),
        lt(runs.startedAt, head.startedAt),
        ne(runs.id, head.runId),
        ne(runs.status, 'running'),
        isNull(runs.deletedAt),
      ),
    )
    .orderBy(desc(inArray(runs.status, ['passed', 'failed'])), desc(isWhole), desc(runs.startedAt), desc(runs.id))
    .limit(1)
    .get()?.id;
}
