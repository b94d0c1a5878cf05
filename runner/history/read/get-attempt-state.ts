import type { CaseKind, ResultByKind, RunEvent } from '../../contract/index.ts';
import { type AttemptId, type AttemptState, attemptKey, createAttemptFold } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import type { PayloadDetailLevel } from '../log/event-row.ts';
import { createUnreliableVerdictMarker } from '../reviews/unreliable-verdict-marker.ts';
import { CASE_IN_RUN_SQL } from './case-in-run.ts';
import { readEvents } from './read-events.ts';

/**
 * Returns the state of one attempt, computed from its events; `queued` before its first event. The light form has
 * placeholders for long texts, and omits from the result the turns, samples, scores and tool calls that the state
 * contains elsewhere.
 */
export function getAttemptState(
  database: Database,
  runId: string,
  { bodies = 'whole', ...key }: AttemptId & { bodies?: PayloadDetailLevel },
): AttemptState {
  const findAttempt = selectRows(
    database.sqlite,
    'attempts',
    ['firstSeq', 'lastSeq'],
    `${CASE_IN_RUN_SQL} AND attempt = ?`,
  );
  const finishedAttempt = findAttempt.get(key.suiteKey, key.caseId, runId, key.attempt);
  const range =
    finishedAttempt === undefined
      ? { afterSeq: 0 }
      : { afterSeq: finishedAttempt.firstSeq - 1, upToSeq: finishedAttempt.lastSeq };
  const fold = createAttemptFold(key);
  for (const event of readEvents(database, runId, { ...range, attemptKey: attemptKey(key), bodies })) {
    const attemptEvent = finishedAttempt === undefined ? event : assignEventToAttempt(event, key);
    fold.apply(bodies === 'light' ? withoutRecordsInState(attemptEvent, fold.state()) : attemptEvent);
  }
  return createUnreliableVerdictMarker(database).markAttempt(fold.state());
}

/**
 * An unreadable event may not name its attempt. If it lies between events of this attempt, it is assigned to this
 * attempt.
 */
function assignEventToAttempt(event: RunEvent, key: AttemptId): RunEvent {
  return event.type === 'event.unreadable' && event.caseId === undefined ? { ...event, ...key } : event;
}

function withoutRecordsInState(event: RunEvent, state: AttemptState): RunEvent {
  if (event.type !== 'case.finished') return event;
  const { turns, samples, scores, ...result } = event.result;
  const repeatsTurns = turns?.length === state.turns.length;
  const light: ResultByKind[CaseKind] = {
    ...result,
    ...(repeatsTurns ? { toolCalls: [] } : { turns }),
    ...(samples?.length === state.samples.length ? {} : { samples }),
    ...(scores?.length === state.scores.length ? {} : { scores }),
  };
  return { ...event, result: light };
}
