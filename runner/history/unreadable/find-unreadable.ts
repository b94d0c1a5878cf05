import { addUnreadable, type RunState, type UnreadableEvents } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { lastSeq } from '../log/stored-rows.ts';
import { readEvents } from '../read/read-events.ts';

/** A longer log is not read whole only to count: this takes a fifth of a second. */
const MOST_EVENTS = 20_000;

/**
 * The events of a run that cannot be read. A run that is over was folded from a few types of events: the others are looked
 * at here, unless they are too many. Those that cannot be unpacked, and results, are always among them.
 */
export function findUnreadable(database: Database, run: RunState): UnreadableEvents[] | undefined {
  const { runId, finishedAt, unreadable } = run;
  if (finishedAt === undefined || lastSeq(database, runId) > MOST_EVENTS) return unreadable;
  let unreadableEvents: UnreadableEvents[] | undefined;
  for (const event of readEvents(database, runId, { afterSeq: 0, bodies: 'light' }))
    unreadableEvents = addUnreadable(unreadableEvents, event);
  return unreadableEvents;
}
