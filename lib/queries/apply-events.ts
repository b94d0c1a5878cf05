import type { QueryClient } from '@tanstack/react-query';
import type { RunEvent } from '../../runner/contract/index.ts';
import { type AttemptState, foldRun, reduceAttempt } from '../../runner/fold/index.ts';
import { attemptQueriesKey } from './attempt.ts';
import { runQuery } from './run.ts';

/**
 * Applies new events to a run and its attempts in the cache, ignoring those already seen. Returns `gap` without
 * changing anything if events are missing in between.
 */
export function applyEvents(queryClient: QueryClient, runId: string, events: readonly RunEvent[]): 'applied' | 'gap' {
  const { queryKey } = runQuery(runId);
  const state = queryClient.getQueryData(queryKey);
  if (state === undefined) return 'gap';
  const fresh = omitSeenEvents(events, state.seq);
  if (fresh === undefined) return 'gap';
  if (fresh.length === 0) return 'applied';
  queryClient.setQueryData(queryKey, foldRun(state, fresh));
  applyEventsToCachedAttempts(queryClient, runId, fresh);
  return 'applied';
}

/** Returns the events after `seq`, undefined if there is a gap; events may repeat after reconnecting. */
function omitSeenEvents(events: readonly RunEvent[], seq: number): RunEvent[] | undefined {
  const fresh: RunEvent[] = [];
  for (const event of events) {
    const next = seq + fresh.length + 1;
    if (event.seq > next) return undefined;
    if (event.seq === next) fresh.push(event);
  }
  return fresh;
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
