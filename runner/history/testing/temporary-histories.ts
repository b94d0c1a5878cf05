import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach } from 'vitest';
import type { RunEvent } from '../../contract/index.ts';
import { createEventsOfResults, type RecordedResults } from '../../testing/record-results.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { emptyBatch } from '../write/batch.ts';
import { createBatchAppender } from '../write/batch-appender.ts';
import { prepareBatchWriter } from '../write/write-batch.ts';

/** Creates empty histories, which are deleted after each test. Called once per file. */
export function temporaryHistories(): () => Database {
  const openedHistories: { database: Database; folder: string }[] = [];
  afterEach(() => {
    for (const { database, folder } of openedHistories.splice(0)) {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-history-'));
    const file = path.join(folder, 'history.db');
    writeEmptyHistory(file);
    const database = openDatabase(file);
    openedHistories.push({ database, folder });
    return database;
  };
}

let emptyHistory: Buffer | undefined;

/** Writes an empty history file. Its tables are created once per process, because that takes longer than most tests. */
export function writeEmptyHistory(file: string): void {
  emptyHistory ??= makeEmptyHistory();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, emptyHistory);
}

function makeEmptyHistory(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-history-'));
  const database = openDatabase(path.join(folder, 'history.db'));
  const content = database.sqlite.serialize();
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return content;
}

/**
 * Writes events of one run as a runner does, on a separate connection but without a thread, because starting a thread
 * takes longer than the rest of a test. After `onFailure`, failed writes are retried.
 */
export async function writeEvents(
  { file }: { file: string },
  events: readonly RunEvent[],
  onFailure?: () => void,
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const fill = createBatchAppender();
  const batch = emptyBatch(first.runId);
  for (const event of events) fill(batch, event);
  const sqlite = new BetterSqlite(file, { timeout: 5000 });
  try {
    const write = prepareBatchWriter(sqlite);
    try {
      write(batch);
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure();
      write(batch);
    }
  } finally {
    sqlite.close();
  }
}

/** Writes a run with these results, all events at the same time; an unfinished run has no end event. */
export function writeResults(database: { file: string }, run: RecordedResults, state: 'over' | 'goes on' = 'over') {
  const bodies = createEventsOfResults(run).slice(0, state === 'over' ? undefined : -1);
  const { runId, at } = run;
  return writeEvents(
    database,
    bodies.map((body, index) => ({ v: 1, runId, seq: index + 1, at, ...body })),
  );
}
