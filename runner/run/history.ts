import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase, openForReading, renameDatabaseAside } from '../history/db/index.ts';
import {
  checkHistory,
  exportRuns,
  type HistoryFigures,
  importRuns,
  interruptOrphanedRuns,
  listExportableRuns,
  listPrunableRuns,
  type PrunableRun,
  pruneRuns,
  readHistoryFigures,
  vacuumHistory,
} from '../history/index.ts';
import { AppError } from '../host/errors.ts';
import { readLines, writeLines } from './stored/line-file.ts';
import {
  getHistoryFile,
  type HistoryLocation,
  requireHistoryFile,
  requireRun,
  withStoredHistory,
} from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { getOwnVersion } from './version.ts';

export function readHistoryFiguresOfWorkspace(historyLocation: HistoryLocation, terminal: Terminal): HistoryFigures {
  return withStoredHistory(historyLocation, terminal, readHistoryFigures);
}

export function findHistoryProblems(historyLocation: HistoryLocation, terminal: Terminal): string[] {
  const database = openForReading(requireHistoryFile(historyLocation, terminal));
  try {
    return checkHistory(database);
  } finally {
    database.close();
  }
}

/** Returns the size of the history in bytes, before and after it was compacted. */
export function compactHistory(
  historyLocation: HistoryLocation,
  terminal: Terminal,
): { before: number; after: number } {
  return withStoredHistory(historyLocation, terminal, vacuumHistory);
}

/** Starts a new history. The old file is renamed to `kept`, even if it is damaged. */
export function resetHistory(historyLocation: HistoryLocation, terminal: Terminal): { file: string; kept: string } {
  const file = getHistoryFile(historyLocation, terminal);
  if (!existsSync(file)) throw new UsageError(`there is no history at ${file}`);
  const backupFile = renameDatabaseAside(file, new Date());
  openDatabase(file).close();
  return { file, kept: backupFile };
}

export type PruneRequest = { olderThan?: number; keep?: number; all?: boolean; dryRun?: boolean };

/** Permanently deletes old runs, and runs that were deleted in the dashboard. In a dry run, `removed` is empty. */
export function pruneHistory(
  { olderThan, keep, all, dryRun = false }: PruneRequest,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): { runs: PrunableRun[]; removed: number | undefined } {
  return withStoredHistory(historyLocation, terminal, (database) => {
    const runs = listPrunableRuns(database, { olderThanMs: olderThan, keep, all, now: Date.now() });
    const ids = runs.map(({ runId }) => runId);
    return { runs, removed: dryRun ? undefined : pruneRuns(database, ids) };
  });
}

type ExportRequest = { file: string; runs: readonly string[] };

/** Exports runs (all of them if none are named) to a file or to standard output (`-`). Returns the number of runs. */
export async function exportHistory(
  { file, runs }: ExportRequest,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): Promise<number> {
  const database = openHistoryForExport(requireHistoryFile(historyLocation, terminal));
  try {
    const runIds =
      runs.length === 0 ? listExportableRuns(database) : runs.map((run) => requireFinishedRun(database, run));
    const lines = exportRuns(database, { runIds, tool: getOwnVersion(), now: new Date() });
    if (file === '-') {
      const { stdout } = terminal;
      for (const line of lines) {
        if (!stdout.write(line)) await new Promise<void>((resolve) => stdout.once('drain', resolve));
      }
    } else {
      await writeLines(path.resolve(terminal.cwd, file), lines);
    }
    return runIds.length;
  } finally {
    database.close();
  }
}

/** Opens the history for an export, even if it is damaged, because an export saves the readable part. */
function openHistoryForExport(file: string): Database {
  try {
    const database = openDatabase(file);
    interruptOrphanedRuns(database);
    return database;
  } catch (error) {
    if (error instanceof AppError && error.code === 'database_damaged') return openForReading(file);
    throw error;
  }
}

function requireFinishedRun(database: Database, reference: string): string {
  const { runId, status } = requireRun(database, reference);
  if (status === 'running') throw new UsageError(`the run ${runId} is still going on`);
  return runId;
}

/** Imports the runs in an exported file that the history does not contain yet. */
export async function importHistory(
  file: string,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): Promise<{ added: number; known: number }> {
  const database = openDatabase(getHistoryFile(historyLocation, terminal));
  try {
    const source = path.resolve(terminal.cwd, file);
    if (!existsSync(source)) throw new UsageError(`there is no file ${file}`);
    return await importRuns(database, { file, lines: readLines(source) });
  } finally {
    database.close();
  }
}
