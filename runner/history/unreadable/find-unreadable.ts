import { addIfUnreadable, type RunState, type UnreadableEvents } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { findLastSeq } from '../log/stored-rows.ts';
import { readEvents } from '../read/read-events.ts';

/**
 * The maximum length of a log, in events, that is read only to count unreadable events: reading this many takes 0.2 s.
 */
const MAX_EVENTS = 20_000;

/**
 * Returns the unreadable events of a run. The state of a finished run is computed from only a few types of events; this
 * function reads all other types, too, unless the log is too long. Damaged packs and results are always included.
 */
export function findUnreadable(database: Database, run: RunState): UnreadableEvents[] | undefined {
  const { runId, finishedAt, unreadable } = run;
  if (finishedAt === undefined || findLastSeq(database, runId) > MAX_EVENTS) return unreadable;
  let unreadableEvents: UnreadableEvents[] | undefined;
  for (const event of readEvents(database, runId, { afterSeq: 0, bodies: 'light' }))
    unreadableEvents = addIfUnreadable(unreadableEvents, event);
  return unreadableEvents;
}
