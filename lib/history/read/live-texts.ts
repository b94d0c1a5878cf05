import type { AttemptKey } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { placeIn } from '../write/event-row.ts';

/** What an agent has said so far in a turn that is not over. */
export type SpokenText = AttemptKey & { turn: number; text: string };

/** The answers of a run that are being given, by attempt. */
export function readLiveTexts({ sqlite }: Database, runId: string): Map<string, SpokenText> {
  const rows = sqlite
    .prepare<[string], { attemptKey: string; turn: number; text: string }>(
      'SELECT attempt_key AS attemptKey, turn, text FROM live_texts WHERE run_id = ?',
    )
    .all(runId);
  return new Map(rows.map(({ attemptKey, turn, text }) => [attemptKey, { ...placeIn(attemptKey), turn, text }]));
}
