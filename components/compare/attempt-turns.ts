import type { Turn } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';

/** The turns of an attempt; one call is kept as a result without turns, and is one. */
export function attemptTurns(attempt: AttemptState | undefined): readonly Turn[] {
  if (attempt === undefined || attempt.turns.length > 0 || attempt.result === undefined) return attempt?.turns ?? [];
  const { input, output, toolCalls, error, startedAt, durationMs, status } = attempt.result;
  if (status === 'skipped') return [];
  return [
    {
      turn: 1,
      origin: 'case',
      input: typeof input === 'string' ? input : JSON.stringify(input ?? ''),
      output,
      response: { content: typeof output === 'string' ? output : '', toolCalls },
      checkpointsReached: [],
      startedAt,
      durationMs,
      error,
    },
  ];
}
