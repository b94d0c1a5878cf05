import type BetterSqlite from 'better-sqlite3';

/** The time in milliseconds for which the switch is retried. It equals the timeout for every other lock. */
const RETRY_DURATION_MS = 5000;

/**
 * Switches a database to a write-ahead log. If another process does the same to a new file at that moment, SQLite fails
 * immediately in spite of the connection's timeout, so this function retries. Throws `SQLITE_BUSY` after five seconds.
 */
export function switchToWal(sqlite: BetterSqlite.Database, pause: () => void = waitBriefly): void {
  const deadline = performance.now() + RETRY_DURATION_MS;
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || performance.now() > deadline) throw error;
      pause();
    }
  }
}

function waitBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
