import type { QueryClient } from '@tanstack/react-query';
import type { RunEvent } from '../../runner/contract/index.ts';
import { applyEventsToCachedAttempts } from './apply-events.ts';
import { attemptQueriesKey } from './attempt.ts';

export type EventBuffer = { addEvents(events: readonly RunEvent[]): void; release(): void };

/**
 * Buffers events that arrive while an attempt is being fetched. Afterwards, they are applied to the response, because
 * the server may have read the attempt before the events occurred.
 */
export function bufferEventsDuringFetch(queryClient: QueryClient, runId: string): EventBuffer {
  let buffer: RunEvent[] = [];
  const filter = { queryKey: attemptQueriesKey(runId) };
  const release = queryClient.getQueryCache().subscribe((change) => {
    if (buffer.length === 0 || change.type !== 'updated') return;
    if (change.action.type !== 'success' || change.action.manual === true) return;
    applyEventsToCachedAttempts(queryClient, runId, buffer);
    if (queryClient.isFetching(filter) === 0) buffer = [];
  });
  return {
    addEvents(events) {
      if (queryClient.isFetching(filter) > 0) buffer.push(...events);
    },
    release,
  };
}
