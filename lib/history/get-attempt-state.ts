import { and, eq } from 'drizzle-orm';
import { attempts } from '../../drizzle/schema/index.ts';
import { type AttemptKey, type AttemptState, emptyAttemptState, reduceAttempt } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { attemptKey } from './event-row.ts';
import { readEvents } from './read-events.ts';

/** One attempt in full, folded up to now; `queued` when nothing of it has happened. */
export function getAttemptState(database: Database, runId: string, key: AttemptKey): AttemptState {
  const finished = database.orm
    .select({ firstSeq: attempts.firstSeq, lastSeq: attempts.lastSeq })
    .from(attempts)
    .where(
      and(
        eq(attempts.runId, runId),
        eq(attempts.suiteKey, key.suiteKey),
        eq(attempts.caseId, key.caseId),
        eq(attempts.attempt, key.attempt),
      ),
    )
    .get();
  const range =
    finished === undefined ? { afterSeq: 0 } : { afterSeq: finished.firstSeq - 1, upToSeq: finished.lastSeq };
  let state = emptyAttemptState(key);
  for (const event of readEvents(database, runId, { ...range, attemptKey: attemptKey(key) })) {
    state = reduceAttempt(state, event);
  }
  return state;
}
