import type { RunEvent, RunEventType } from '../../contract/index.ts';
import type { AttemptKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { createPlaceholderRow } from '../log/event-lines.ts';
import {
  createPayloadReader,
  fromEventRow,
  type PayloadDetailLevel,
  withoutConversationTexts,
} from '../log/event-row.ts';
import { createModelCallReader } from '../log/model-calls.ts';
import { createRowReader, readRows } from '../log/read-rows.ts';
import { findLastSeq } from '../log/stored-rows.ts';

export type EventRange = {
  afterSeq: number;
  limit?: number;
  upToSeq?: number;
  attemptKey?: AttemptKey;
  types?: readonly RunEventType[];
  bodies?: PayloadDetailLevel;
};

/**
 * Yields the events of a run in order. The events are read one after the other, so that memory use does not depend on
 * their number.
 */
export function* readEvents(database: Database, runId: string, range: EventRange): Generator<RunEvent> {
  const { bodies = 'whole', attemptKey, limit, ...rowRange } = range;
  const rows = readRows(database, runId, {
    ...rowRange,
    attemptKeys: attemptKey === undefined ? undefined : [attemptKey],
  });
  const read = createPayloadReader(database, bodies);
  const calls = bodies === 'light' || bodies === 'counted' ? undefined : createModelCallReader(database, runId);
  const isOver = hasFinished(database, runId, range);
  let remaining = limit ?? Number.POSITIVE_INFINITY;
  let isEnded = false;
  for (const row of rows) {
    const event = fromEventRow(database, bodies === 'counted' ? withoutConversationTexts(row) : row, {
      read,
      ...(calls && { calls }),
    });
    isEnded = event.type === 'run.finished';
    yield event;
    remaining -= 1;
    if (remaining <= 0) return;
  }
  if (isOver && !isEnded) yield* supplyMissingEndEvent(database, runId, range.afterSeq);
}

/** The first event of a run; undefined if it is missing. No other event is read, because that would take long. */
export function readRunStart(
  database: Database,
  runId: string,
): Extract<RunEvent, { type: 'run.started' }> | undefined {
  for (const event of readEvents(database, runId, { afterSeq: 0, types: ['run.started'], limit: 1 })) {
    if (event.type === 'run.started') return event;
  }
  return undefined;
}

/** True if the run has ended, so its last event must exist. */
function hasFinished({ sqlite }: Database, runId: string, { upToSeq, attemptKey, types }: EventRange): boolean {
  if (upToSeq !== undefined || attemptKey !== undefined || types?.includes('run.finished') === false) return false;
  return selectRows(sqlite, 'runs', 'id', "WHERE id = ? AND status <> 'running'").get(runId) !== undefined;
}

/**
 * Yields a placeholder if the last event of a finished run is missing, or was filtered out because its type is
 * damaged.
 */
function* supplyMissingEndEvent(database: Database, runId: string, afterSeq: number): Generator<RunEvent> {
  const seq = findLastSeq(database, runId);
  const last = createRowReader(database)(runId, seq);
  const event = last && fromEventRow(database, last);
  if (seq < afterSeq || event === undefined) return;
  if (event.type !== 'run.finished') {
    const placeholder = { ...createPlaceholderRow({ runId, seq: seq + 1 }), at: event.at, type: 'run.finished' };
    yield fromEventRow(database, placeholder);
  } else if (seq > afterSeq) yield event;
}
