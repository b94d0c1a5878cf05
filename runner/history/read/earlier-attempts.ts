import type { RunEvent, RunEventBody } from '../../contract/index.ts';
import { attemptKey, whyUnreadable } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { select } from '../db/select.ts';
import { CASE_IN_RUN } from './case-in-run.ts';
import { readEvents } from './read-events.ts';

/** What of an attempt only matters while it runs. */
const onTheWay: ReadonlySet<RunEvent['type']> = new Set(['phase.started', 'turn.started', 'tool.started']);

export type AttemptContent = { suiteKey: string; caseId: string; caseHash: string; attempt: number };

/** Finds the events of an attempt in a run: one that ended by itself, of a case with the same content. */
export function createEarlierAttempts(
  database: Database,
  runId: string,
): (content: AttemptContent) => RunEventBody[] | undefined {
  const find = select(
    database.sqlite,
    'attempts',
    ['firstSeq', 'lastSeq'],
    `WHERE ${CASE_IN_RUN} AND attempt = ? AND case_hash = ? AND status <> 'skipped'`,
  );
  return ({ caseHash, ...key }) => {
    const range = find.get(key.suiteKey, key.caseId, runId, key.attempt, caseHash);
    if (range === undefined) return undefined;
    const { firstSeq, lastSeq } = range;
    const events = readEvents(database, runId, {
      afterSeq: firstSeq - 1,
      upToSeq: lastSeq,
      attemptKey: attemptKey(key),
    });
    const all = [...events];
    // An attempt that cannot be read whole is executed again.
    if (all.some((event) => whyUnreadable(event) !== undefined)) return undefined;
    return all.filter(({ type }) => !onTheWay.has(type)).map(({ v, runId: _, seq, at, ...body }) => body);
  };
}
