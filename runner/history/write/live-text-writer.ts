import type BetterSqlite from 'better-sqlite3';
import type { LiveText } from './batch.ts';

/** Stores the current text of unfinished turns, replacing the previous text. */
export function createLiveTextWriter(sqlite: BetterSqlite.Database): (runId: string, liveText: LiveText) => void {
  const storeText = sqlite.prepare(
    'INSERT OR REPLACE INTO live_texts (run_id, attempt_key, turn, text) VALUES (?, ?, ?, ?)',
  );
  const forget = sqlite.prepare('DELETE FROM live_texts WHERE run_id = ? AND attempt_key = ?');
  return (runId, { attemptKey, turn, text }) => {
    if (text === null) forget.run(runId, attemptKey);
    else storeText.run(runId, attemptKey, turn, text);
  };
}
