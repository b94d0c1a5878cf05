import type { RunState } from './run-state.ts';

/**
 * Returns the duration of a run in milliseconds. For an unfinished run, the end is the latest time in the data of its
 * attempts.
 */
export function computeRunDurationMs({ startedAt, finishedAt, rows }: RunState): number {
  if (startedAt === undefined) return 0;
  if (finishedAt !== undefined) return finishedAt - startedAt;
  let last = startedAt;
  for (const { attempts } of rows) {
    for (const attempt of attempts) last = Math.max(last, (attempt.startedAt ?? 0) + (attempt.durationMs ?? 0));
  }
  return last - startedAt;
}
