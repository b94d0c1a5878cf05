import type { QueryClient } from '@tanstack/react-query';
import type { RunEvent } from '../../runner/contract/index.ts';
import { type AttemptState, foldRun, reduceAttempt } from '../../runner/fold/index.ts';
import { attemptQueriesKey } from './attempt.ts';
import { runQuery } from './run.ts';

/**
 * Applies new events to the cached run and its cached attempts. Ignores events that were already applied. If events are
 * missing, changes nothing and returns `gap`.
 */
export function applyEvents(queryClient: QueryClient, runId: string, events: readonly RunEvent[]): 'applied' | 'gap' {
  const { queryKey } = runQuery(runId);
  const state = queryClient.getQueryData(queryKey);
  if (state === undefined) return 'gap';
  const newEvents = omitSeenEvents(events, state.seq);
  if (newEvents === undefined) return 'gap';
  if (newEvents.length === 0) return 'applied';
  queryClient.setQueryData(queryKey, foldRun(state, newEvents));
  applyEventsToCachedAttempts(queryClient, runId, newEvents);
  return 'applied';
}

/**
 * Returns the events after `seq`; undefined if some are missing. Earlier events are skipped, because they are sent
 * again after reconnecting.
 */
function omitSeenEvents(events: readonly RunEvent[], seq: number): RunEvent[] | undefined {
  const newEvents: RunEvent[] = [];
  for (const event of events) {
    const next = seq + newEvents.length + 1;
    if (event.seq > next) return undefined;
    if (event.seq === next) newEvents.push(event);
  }
  return newEvents;
}

export function applyEventsToCachedAttempts(
  queryClient: QueryClient,
  runId: string,
  events: readonly RunEvent[],
): void {
  const cached = queryClient.getQueriesData<AttemptState>({ queryKey: attemptQueriesKey(runId) });
  for (const [queryKey, attempt] of cached) {
    if (attempt === undefined) continue;
    const next = events.reduce(reduceAttempt, attempt);
    if (next !== attempt) queryClient.setQueryData(queryKey, next);
  }
}
