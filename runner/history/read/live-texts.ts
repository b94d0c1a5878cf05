import type { AttemptId, AttemptKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { parseAttemptKey } from '../log/event-row.ts';

/** The text that an agent has streamed so far in a turn that has not ended. */
export type LiveText = AttemptId & { turn: number; text: string };

/** Returns the partial answers that a run's attempts are streaming now, by attempt. */
export function readLiveTexts({ sqlite }: Database, runId: string): Map<AttemptKey, LiveText> {
  const rows = selectRows(sqlite, 'live_texts', ['attemptKey', 'turn', 'text'], 'WHERE run_id = ?').all(runId);
  return new Map(
    rows.map(({ attemptKey: storedKey, turn, text }) => [storedKey, { ...parseAttemptKey(storedKey), turn, text }]),
  );
}
