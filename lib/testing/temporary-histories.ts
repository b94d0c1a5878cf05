import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { RunEvent } from '../../runner/contract/index.ts';
import { eventsOfResults, type RecordedResults } from '../../runner/testing/record-results.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { createHistoryWriter } from '../history/index.ts';

/** Makes empty histories, which are gone after the test that asked for them. Called once a file. */
export function temporaryHistories(): () => Database {
  const opened: { database: Database; folder: string }[] = [];
  afterEach(() => {
    for (const { database, folder } of opened.splice(0)) {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-history-'));
    const database = openDatabase(path.join(folder, 'history.db'));
    opened.push({ database, folder });
    return database;
  };
}

/** Writes events as a runner does. */
export async function writeEvents(database: Database, events: readonly RunEvent[]): Promise<void> {
  const writer = createHistoryWriter({ file: database.file });
  for (const event of events) writer.onEvent(event);
  await writer.close();
}

/** Writes a run with these results, all of its events at one time; without its end when it goes on. */
export function writeResults(database: Database, run: RecordedResults, state: 'over' | 'goes on' = 'over') {
  const bodies = eventsOfResults(run).slice(0, state === 'over' ? undefined : -1);
  const { runId, at } = run;
  return writeEvents(
    database,
    bodies.map((body, place) => ({ v: 1, runId, seq: place + 1, at, ...body })),
  );
}
