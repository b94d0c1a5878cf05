import { and, eq } from 'drizzle-orm';
import { attempts } from '../../../drizzle/schema/index.ts';
import type { CaseKind, ResultByKind, RunEvent } from '../../../runner/contract/index.ts';
import { type AttemptKey, type AttemptState, emptyAttemptState, reduceAttempt } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { attemptKey, type Bodies } from '../write/event-row.ts';
import { readEvents } from './read-events.ts';

/**
 * One attempt in full, folded up to now; `queued` when nothing of it has happened. The light one has stand-ins for long
 * texts, and nothing twice: its result is without the turns, samples, scores and tool calls that the state has already.
 */
export function getAttemptState(
  database: Database,
  runId: string,
  { bodies = 'whole', ...key }: AttemptKey & { bodies?: Bodies },
): AttemptState {
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
  for (const event of readEvents(database, runId, { ...range, attemptKey: attemptKey(key), bodies })) {
    state = reduceAttempt(state, bodies === 'light' ? withoutRepetition(event, state) : event);
  }
  return state;
}

function withoutRepetition(event: RunEvent, known: AttemptState): RunEvent {
  if (event.type !== 'case.finished') return event;
  const { turns, samples, scores, ...result } = event.result;
  const repeatsTurns = turns?.length === known.turns.length;
  const light: ResultByKind[CaseKind] = {
    ...result,
    ...(repeatsTurns ? { toolCalls: [] } : { turns }),
    ...(samples?.length === known.samples.length ? {} : { samples }),
    ...(scores?.length === known.scores.length ? {} : { scores }),
  };
  return { ...event, result: light };
}
