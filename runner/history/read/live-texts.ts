import type { AttemptId, AttemptKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { parseAttemptKey } from '../log/event-row.ts';

/** What an agent has said so far in a turn that is not over. */
export type SpokenText = AttemptId & { turn: number; text: string };

/** The answers of a run that are being given, by attempt. */
export function readLiveTexts({ sqlite }: Database, runId: string): Map<AttemptKey, SpokenText> {
  const rows = sqlite
    .prepare<[string], { attemptKey: AttemptKey; turn: number; text: string }>(
      'SELECT attempt_key AS attemptKey, turn, text FROM live_texts WHERE run_id = ?',
    )
    .all(runId);
  return new Map(
    rows.map(({ attemptKey: stored, turn, text }) => [stored, { ...parseAttemptKey(stored), turn, text }]),
  );
}
