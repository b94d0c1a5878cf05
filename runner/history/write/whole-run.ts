import type BetterSqlite from 'better-sqlite3';
import type { BatchWriter } from './batch-writer.ts';
import { prepareBatchWriter } from './write-batch.ts';

/**
 * Writes a run that was executed elsewhere in one transaction, so that the history contains either the complete run or
 * nothing of it.
 */
export function createWholeRunWriter(sqlite: BetterSqlite.Database): BatchWriter {
  sqlite.exec('BEGIN IMMEDIATE');
  const write = prepareBatchWriter(sqlite);
  let runId = '';
  return {
    writeBatch({ batch }) {
      runId = batch.runId;
      write(batch);
    },
    close() {
      // The run's process is not on this machine, so its process id is cleared: it could match a local process.
      sqlite.prepare("UPDATE runs SET pid = 0, process_token = '' WHERE id = ?").run(runId);
      sqlite.exec('COMMIT');
      return undefined;
    },
  };
}
