import { type RecordedAnswer, toRecordedAnswer } from '../../authoring/index.ts';
import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { type AttemptId, type AttemptKey, attemptKey, createAttemptFold } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { type EventRow, fromEventRow } from '../log/event-row.ts';
import { readRows } from '../log/read-rows.ts';

/** A finished attempt with all that is needed to judge it again, or why some of that cannot be read. */
export type RecordedResult = AttemptId & {
  result: CaseResult;
  answer: RecordedAnswer;
  unreadable?: string | undefined;
};

/**
 * Yields the finished attempts of a run, or only those with certain keys, in the order in which they ended. They are
 * read one by one, so that memory use does not depend on their number.
 */
export function* readRecordedAttempts(
  database: Database,
  runId: string,
  attemptKeys?: readonly AttemptKey[],
): Generator<RecordedResult> {
  const types = ['case.finished', 'turn.finished', 'checkpoint.updated'];
  const rows = readRows(database, runId, { afterSeq: 0, types, attemptKeys });
  const pending = new Map<string | null, EventRow[]>();
  for (const row of rows) {
    if (!affectsResult(row)) continue;
    if (row.type !== 'case.finished' && row.unreadable === undefined) {
      const before = pending.get(row.attemptKey) ?? [];
      before.push(row);
      pending.set(row.attemptKey, before);
      continue;
    }
    const event = fromEventRow(database, row);
    if (event.type !== 'case.finished') continue;
    // In an unreadable row, even the key of the attempt may be wrong.
    const key = event.result.unreadable === undefined ? row.attemptKey : attemptKey(event);
    yield toRecordedResult(database, event, pending.get(key) ?? []);
    pending.delete(key);
  }
}

/** True for events that add to a result: the answer of a standard case, and judge verdicts on checkpoints. */
function affectsResult({ type, data }: EventRow): boolean {
  return type !== 'checkpoint.updated' || data.includes('"verdicts"');
}

function toRecordedResult(
  database: Database,
  { suiteKey, caseId, attempt, result }: Extract<RunEvent, { type: 'case.finished' }>,
  before: readonly EventRow[],
): RecordedResult {
  const key = { suiteKey, caseId, attempt };
  const fold = createAttemptFold(key);
  // The `turn.finished` events, which take most of the time to read, are skipped, because the result of a conversation
  // already contains its turns.
  const relevantEvents = before.filter(({ type }) => type !== 'turn.finished' || result.turns === undefined);
  for (const row of relevantEvents) fold.apply(fromEventRow(database, row));
  const state = fold.state();
  const unreadable = result.unreadable ?? state.unreadable?.[0]?.why;
  return { ...key, result, answer: toRecordedAnswer(result, state), unreadable };
}
