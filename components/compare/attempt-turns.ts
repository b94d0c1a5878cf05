import type { Turn } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';

/** Returns the turns of an attempt. A single call is stored as a result without turns and becomes one turn. */
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
