import type { RunEvent, RunEventBody } from '../../contract/index.ts';
import { attemptKey, findUnreadableReason } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { CASE_IN_RUN_SQL } from './case-in-run.ts';
import { readEvents } from './read-events.ts';

/** Types of events that only matter while the attempt is running. */
const progressEventTypes: ReadonlySet<RunEvent['type']> = new Set(['phase.started', 'turn.started', 'tool.started']);

export type AttemptContent = { suiteKey: string; caseId: string; caseHash: string; attempt: number };

/**
 * Returns a function that reads the events of an attempt in an earlier run. It returns undefined for an attempt that
 * was skipped, or whose case has changed since that run.
 */
export function createAttemptEventFinder(
  database: Database,
  runId: string,
): (content: AttemptContent) => RunEventBody[] | undefined {
  const findAttempt = selectRows(
    database.sqlite,
    'attempts',
    ['firstSeq', 'lastSeq'],
    `${CASE_IN_RUN_SQL} AND attempt = ? AND case_hash = ? AND status <> 'skipped'`,
  );
  return ({ caseHash, ...key }) => {
    const range = findAttempt.get(key.suiteKey, key.caseId, runId, key.attempt, caseHash);
    if (range === undefined) return undefined;
    const { firstSeq, lastSeq } = range;
    const events = readEvents(database, runId, {
      afterSeq: firstSeq - 1,
      upToSeq: lastSeq,
      attemptKey: attemptKey(key),
    });
    const all = [...events];
    // An attempt with unreadable events is executed again.
    if (all.some((event) => findUnreadableReason(event) !== undefined)) return undefined;
    return all.filter(({ type }) => !progressEventTypes.has(type)).map(({ v, runId: _, seq, at, ...body }) => body);
  };
}
