import { setImmediate } from 'node:timers/promises';
import { type AttemptId, attemptKey } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { type RecordedResult, readRecordedAttempts } from '../../history/index.ts';

/**
 * Reads attempts of several runs; each run is read only once. The attempts are read on demand, and in no particular
 * order.
 */
export async function* readRecordings<Attempt extends AttemptId & { runId: string }>(
  database: Database,
  attempts: readonly Attempt[],
): AsyncGenerator<{ attempt: Attempt; recording: RecordedResult }> {
  for (const [runId, ofRun] of Map.groupBy(attempts, (attempt) => attempt.runId)) {
    // Pauses so that the program's timers can run, because some of them monitor its memory use.
    await setImmediate();
    const byKey = new Map(ofRun.map((attempt) => [attemptKey(attempt), attempt]));
    for (const recording of readRecordedAttempts(database, runId, [...byKey.keys()])) {
      const attempt = byKey.get(attemptKey(recording));
      if (attempt !== undefined) yield { attempt, recording };
    }
  }
}
