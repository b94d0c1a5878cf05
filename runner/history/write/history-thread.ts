import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import type { EventBatch } from './batch.ts';
import { createBatchWriter, type RescuedRun } from './batch-writer.ts';
import { createWholeRunWriter } from './whole-run.ts';

/**
 * The options of the history thread. `appears` determines when other processes see a run: as soon as it has started, or
 * only after it has ended.
 */
export type HistoryThreadOptions = { file: string; appears: 'as it grows' | 'at its end' };

/**
 * A message with a batch of rows. `upTo` is the sequence number of its last event. With `isPart`, the next message
 * belongs to the same transaction.
 */
export type MessageToHistoryThread =
  | { type: 'write'; batch: EventBatch; upTo: number; isPart: boolean }
  | { type: 'close' };

/** A message from the thread: `kept` confirms that every event up to this one is in the history or in the side file. */
export type MessageFromHistoryThread =
  | { type: 'kept'; upTo: number }
  | { type: 'closed'; elsewhere: RescuedRun | undefined };

/**
 * The size of SQLite's cache in kilobytes. Rows are written in the order of their keys, so a larger cache would only
 * hold pages that are not needed again.
 */
const CACHE_KB = 4_096;

/** Writes the history of one run in a separate thread, so that the engine never waits for the disk. */
function runHistoryThread({ file, appears }: HistoryThreadOptions): void {
  const sqlite = new BetterSqlite(file, { timeout: 5000 });
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma(`cache_size = -${CACHE_KB}`);
  const writer = appears === 'at its end' ? createWholeRunWriter(sqlite) : createBatchWriter(sqlite);
  const postToParent = (message: MessageFromHistoryThread): void => parentPort?.postMessage(message);

  parentPort?.on('message', (message: MessageToHistoryThread) => {
    switch (message.type) {
      case 'write':
        writer.writeBatch(message);
        if (!message.isPart) postToParent({ type: 'kept', upTo: message.upTo });
        return;
      case 'close': {
        const rescuedRun = writer.close();
        // The database is closed before this message is sent, which removes the WAL file, so the receiver may move or
        // delete the history.
        sqlite.close();
        postToParent({ type: 'closed', elsewhere: rescuedRun });
        parentPort?.close();
        return;
      }
      default:
        message satisfies never;
    }
  });
}

runHistoryThread(workerData);
