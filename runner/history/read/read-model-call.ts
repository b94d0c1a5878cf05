import type { RunEvent } from '../../contract/index.ts';
import { type AttemptId, attemptKey } from '../../fold/index.ts';
import { AppError } from '../../host/errors.ts';
import type { Database } from '../db/index.ts';
import { readEvents } from './read-events.ts';

type ModelCalled = Extract<RunEvent, { type: 'model.called' }>;

/** A request to a model, and the model's answer. */
export type ModelExchange = Pick<ModelCalled, 'request' | 'answer'>;

/**
 * Returns the full model call for a summary in an attempt; `seq` is the position of the summary. Throws if there is no
 * such call.
 */
export function readModelCall(
  database: Database,
  runId: string,
  { seq, ...key }: AttemptId & { seq: number },
): ModelExchange {
  const range = { afterSeq: seq - 1, upToSeq: seq, attemptKey: attemptKey(key), types: ['model.called'] as const };
  for (const event of readEvents(database, runId, range)) {
    if (event.type === 'model.called') return { request: event.request, answer: event.answer };
    if (event.type === 'event.unreadable')
      throw new AppError('not_found', `This model call cannot be read: ${event.why}`);
  }
  throw new AppError('not_found', 'This attempt has no such model call.');
}

/** Returns the full model calls of an attempt, in the order in which they ended. */
export function readModelCalls(database: Database, runId: string, key: AttemptId): ModelCalled[] {
  const range = { afterSeq: 0, attemptKey: attemptKey(key), types: ['model.called'] as const };
  return [...readEvents(database, runId, range)].filter((event) => event.type === 'model.called');
}
