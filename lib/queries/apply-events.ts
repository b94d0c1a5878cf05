import type { QueryClient } from '@tanstack/react-query';
import { type AttemptState, foldRun, type RunEvent, reduceAttempt } from '../../runner/contract/index.ts';
import { attemptQueriesKey } from './attempt-query.ts';
import { runQuery } from './run-query.ts';

/**
 * Moves a run and its attempts in the cache on by what has arrived. Events seen before are ignored; `gap` when some
 * are missing in between, and then nothing has changed.
 */
export function applyEvents(queryClient: QueryClient, runId: string, events: readonly RunEvent[]): 'applied' | 'gap' {
  const { queryKey } = runQuery(runId);
  const state = queryClient.getQueryData(queryKey);
  if (state === undefined) return 'gap';
  const fresh = events.filter((event) => event.seq > state.seq);
  if (fresh.length === 0) return 'applied';
  if (!fresh.every((event, position) => event.seq === state.seq + 1 + position)) return 'gap';
  queryClient.setQueryData(queryKey, foldRun(state, fresh));
  applyToAttempts(queryClient, runId, fresh);
  return 'applied';
}

export function applyToAttempts(queryClient: QueryClient, runId: string, events: readonly RunEvent[]): void {
  const cached = queryClient.getQueriesData<AttemptState>({ queryKey: attemptQueriesKey(runId) });
  for (const [queryKey, attempt] of cached) {
    if (attempt === undefined) continue;
    const next = events.reduce(reduceAttempt, attempt);
    if (next !== attempt) queryClient.setQueryData(queryKey, next);
  }
}
