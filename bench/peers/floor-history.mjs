// The history of the minimal programs: events and attempts in SQLite, written in large transactions.
import BetterSqlite from 'better-sqlite3';

const EVENTS_PER_WRITE = 1000;

/** `onFlush` writes what has to come after the history, such as a report. */
export function openHistory(file, onFlush = () => {}) {
  const sqlite = new BetterSqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.exec(`
    CREATE TABLE events (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, case_id TEXT, data TEXT NOT NULL);
    CREATE TABLE attempts (case_id TEXT NOT NULL, attempt INTEGER NOT NULL, status TEXT NOT NULL, score REAL,
      started_at INTEGER NOT NULL, duration_ms REAL NOT NULL, PRIMARY KEY (case_id, attempt)) WITHOUT ROWID;
  `);
  const insertEvent = sqlite.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)');
  const insertAttempt = sqlite.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?)');
  const write = sqlite.transaction(() => {
    for (const row of events) insertEvent.run(...row);
    for (const row of attempts) insertAttempt.run(...row);
  });
  let seq = 0;
  let events = [];
  let attempts = [];

  function flush() {
    write();
    onFlush();
    [events, attempts] = [[], []];
  }

  return {
    append(type, id, data) {
      seq += 1;
      events.push([seq, Date.now(), type, id, JSON.stringify(data)]);
    },
    finish({ id, attempt = 1, status, score = null, startedAt, durationMs }) {
      attempts.push([id, attempt, status, score, startedAt, durationMs]);
      if (events.length >= EVENTS_PER_WRITE * 3) flush();
    },
    close() {
      flush();
      sqlite.close();
    },
  };
}
