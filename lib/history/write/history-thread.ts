import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { errorText } from '../../../runner/values/index.ts';
import { sqliteProblem } from '../../db/sqlite-problem.ts';
import type { Batch } from './batch.ts';
import { prepareBatchWriter } from './write-batch.ts';

/** A message to the thread, which answers when it is told to close. */
export type ToThread = { type: 'write'; batch: Batch } | { type: 'close' };
export type FromThread = { type: 'closed'; error?: string };

/** Writes the history of one run in a thread of its own, so that the engine never waits for the disk. */
function serve(file: string): void {
  const sqlite = new BetterSqlite(file, { timeout: 5000 });
  sqlite.pragma('synchronous = NORMAL');
  const write = prepareBatchWriter(sqlite);
  // Batches that could not be written are not lost: they are tried again before the next one.
  let unwritten: Batch[] = [];
  let failure: string | undefined;

  const writeAll = (): void => {
    try {
      for (let first = unwritten[0]; first !== undefined; first = unwritten[0]) {
        write(first);
        unwritten = unwritten.slice(1);
      }
      failure = undefined;
    } catch (error) {
      failure = sqliteProblem(error, file)?.message ?? errorText(error);
    }
  };

  parentPort?.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'write':
        unwritten.push(message.batch);
        writeAll();
        return;
      case 'close':
        writeAll();
        sqlite.close();
        parentPort?.postMessage({ type: 'closed', error: failure });
        parentPort?.close();
        return;
      default:
        message satisfies never;
    }
  });
}

serve(workerData.file);
