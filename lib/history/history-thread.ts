import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { type Batch, emptyBatch, mergeBatches } from './batch.ts';
import { prepareBatchWriter } from './write-batch.ts';

/** What the thread is told, and what it answers when it is told to close. */
export type ToThread = { type: 'write'; batch: Batch } | { type: 'close' };
export type FromThread = { type: 'closed'; error?: string };

/** Writes the history of one run in a thread of its own, so that the engine never waits for the disk. */
function serve(file: string): void {
  const sqlite = new BetterSqlite(file, { timeout: 5000 });
  sqlite.pragma('synchronous = NORMAL');
  const write = prepareBatchWriter(sqlite);
  let unwritten = emptyBatch();
  let failure: string | undefined;

  const attempt = (batch: Batch): void => {
    // What could not be written is not lost: it goes in front of the next batch.
    unwritten = mergeBatches(unwritten, batch);
    try {
      write(unwritten);
      unwritten = emptyBatch();
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  };

  parentPort?.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'write':
        attempt(message.batch);
        return;
      case 'close':
        if (failure !== undefined) attempt(emptyBatch());
        sqlite.close();
        parentPort?.postMessage({ type: 'closed', ...(failure === undefined ? {} : { error: failure }) });
        parentPort?.close();
        return;
      default:
        message satisfies never;
    }
  });
}

serve(workerData.file);
