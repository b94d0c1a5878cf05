import { type Stats, statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { toErrorMessage } from '../../values/index.ts';
import { findDamage } from '../db/find-damage.ts';
import { toSqliteProblem } from '../db/sqlite-problem.ts';
import type { EventBatch } from './batch.ts';
import { createBatchJournal, type JournaledBatch, openRescueFile, type RescueFile } from './batch-journal.ts';
import { prepareBatchWriter } from './write-batch.ts';

/**
 * A run that is not in its history: the reason, and the side file that contains it instead. `sideFile` is undefined if
 * the run could not be stored on any disk.
 */
export type RescuedRun = { why: string; sideFile: string | undefined; isMoved: boolean };

export type BatchWriter = {
  /**
   * Writes a batch; returns once it is in the history or in the side file. Part of a transaction is held back until the
   * transaction is complete.
   */
  writeBatch(message: { batch: EventBatch; upTo: number; isPart: boolean }): void;
  close(): RescuedRun | undefined;
};

/** The batches that are written in one transaction. */
type BatchesToWrite = { batches: readonly JournaledBatch[]; runId: string; upTo: number };

/**
 * Writes a run into its history. Failed batches are retried together with each further batch; meanwhile, the whole run
 * is also written to a side file that can be imported. After damage to the history, nothing more is written to it.
 */
export function createBatchWriter(sqlite: BetterSqlite.Database): BatchWriter {
  const file = sqlite.name;
  const guard = createHistoryDamageDetector(sqlite);
  const journal = createBatchJournal(file);
  const write = prepareBatchWriter(sqlite);
  const writeTogether = sqlite.transaction((batches: readonly JournaledBatch[]) => {
    for (const readAgain of batches) write(readAgain());
  });
  const progress = { runId: '', seq: 0 };
  let parts: JournaledBatch[] = [];
  let unwritten: BatchesToWrite[] = [];
  let sideFile: RescueFile | undefined;
  let harm: HistoryDamage | undefined;
  let failure: string | undefined;
  let isUnrecoverable = false;

  const writeAll = (): void => {
    harm ??= guard.harm(progress);
    if (harm !== undefined) return;
    try {
      for (let next = unwritten[0]; next !== undefined; next = unwritten[0]) {
        writeTogether.immediate(next.batches);
        unwritten = unwritten.slice(1);
        Object.assign(progress, { runId: next.runId, seq: next.upTo });
      }
      failure = undefined;
    } catch (error) {
      const problem = toSqliteProblem(error, file);
      failure = problem?.message ?? toErrorMessage(error);
      if (problem?.code === 'database_damaged') harm = { what: failure, isMoved: false };
    }
    guard.noteWrite();
  };
  const addToRescueFile = (batches: readonly JournaledBatch[]): void => {
    if (isUnrecoverable || sideFile?.add(readBatches(batches)) === true) return;
    sideFile?.remove();
    sideFile = openRescueFile(file, journal);
    isUnrecoverable = sideFile === undefined;
  };
  const removeRescueFile = (): void => {
    sideFile?.remove();
    sideFile = undefined;
  };

  return {
    writeBatch({ batch, upTo, isPart }) {
      const journaled = journal.add(batch);
      // The parts of a transaction are not kept in memory, because the start of a run with a million cases has hundreds
      // of megabytes; they are read from the journal once the last part has arrived. A batch with model calls stays in
      // memory: packed calls are cached by batch object.
      parts.push(isPart && batch.calls.length === 0 ? journaled : () => batch);
      if (isPart) return;
      const batches = parts;
      parts = [];
      unwritten.push({ batches, runId: batch.runId, upTo });
      writeAll();
      if (harm !== undefined || failure !== undefined) addToRescueFile(batches);
      else removeRescueFile();
    },
    close() {
      if (failure !== undefined) writeAll();
      harm ??= failure === undefined ? guard.finalHarm(progress) : undefined;
      const why = harm?.what ?? failure;
      if (why === undefined) removeRescueFile();
      else {
        isUnrecoverable = false;
        addToRescueFile([]);
        if (sideFile?.finish() === false) removeRescueFile();
      }
      journal.close();
      return why === undefined ? undefined : { why, sideFile: sideFile?.name, isMoved: harm?.isMoved === true };
    },
  };
}

function* readBatches(batches: readonly JournaledBatch[]): Generator<EventBatch> {
  for (const readAgain of batches) yield readAgain();
}

/** The last event that was written to the history, with its run. */
type LastWrittenEvent = { runId: string; seq: number };

/** `isMoved` is true if another process deleted or replaced the history's files while they were open. */
type HistoryDamage = { what: string; isMoved: boolean };

type HistoryDamageDetector = {
  /** Returns the damage since the last write; undefined if there is none. */
  harm(progress: LastWrittenEvent): HistoryDamage | undefined;
  /** Must be called after each write, so that this write is not mistaken for a change by another process. */
  noteWrite(): void;
  /**
   * Like `harm`, but always checks through a new connection, because the next reader of the history will use one, too.
   */
  finalHarm(progress: LastWrittenEvent): HistoryDamage | undefined;
};

const COUNT_EVENTS_SQL = `SELECT (SELECT count(*) FROM events WHERE run_id = :runId)
  + (SELECT total(count) FROM event_packs WHERE run_id = :runId)`;

const databaseFileSuffixes = ['', '-wal', '-shm'];

/**
 * Creates a detector that notices when another process deletes, replaces or overwrites the files of an open history.
 * SQLite itself would keep writing to the deleted files. It costs three `stat` calls per batch as long as nothing
 * happens.
 */
export function createHistoryDamageDetector({ name }: BetterSqlite.Database): HistoryDamageDetector {
  const files = databaseFileSuffixes.map((ending) => ({
    file: `${name}${ending}`,
    is: toFileIdentity(readFileStats(`${name}${ending}`)),
  }));
  let changedAt = readFileStats(name)?.mtimeMs;

  const findHistoryDamage = (progress: LastWrittenEvent): HistoryDamage | undefined => {
    for (const { file, is } of files) {
      const identity = toFileIdentity(readFileStats(file));
      if (identity === is) continue;
      return {
        what: `${file} was ${identity === undefined ? 'deleted' : 'replaced'} while the run went on`,
        isMoved: true,
      };
    }
    const stat = readFileStats(name);
    if (stat?.size === 0) return { what: `${name} was emptied while the run went on`, isMoved: false };
    if (stat?.mtimeMs === changedAt) return undefined;
    changedAt = stat?.mtimeMs;
    return findDamageInNewConnection(name, progress);
  };
  return {
    harm: findHistoryDamage,
    noteWrite() {
      changedAt = readFileStats(name)?.mtimeMs;
    },
    finalHarm: (progress) => findHistoryDamage(progress) ?? findDamageInNewConnection(name, progress),
  };
}

/**
 * Searches for damage through a new connection: the existing connection has cached pages and may not notice the damage.
 */
function findDamageInNewConnection(name: string, { runId, seq }: LastWrittenEvent): HistoryDamage | undefined {
  try {
    const fresh = new BetterSqlite(name, { readonly: true, timeout: 5000 });
    try {
      const damage = findDamage(fresh);
      if (damage !== undefined) return createHistoryDamage(name, damage);
      const eventCount = fresh.prepare(COUNT_EVENTS_SQL).pluck().get({ runId });
      return Number(eventCount) >= seq ? undefined : createHistoryDamage(name, 'events of the run are missing');
    } finally {
      fresh.close();
    }
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError && /BUSY|LOCKED/.test(error.code)) return undefined;
    return createHistoryDamage(name, toErrorMessage(error));
  }
}

function createHistoryDamage(name: string, how: string): HistoryDamage {
  return { what: `${name} was damaged while the run went on: ${how}`, isMoved: false };
}

function readFileStats(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function toFileIdentity(stat: Stats | undefined): string | undefined {
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}
