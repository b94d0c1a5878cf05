import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunState } from '../../fold/index.ts';
import { type Database, openDatabase, writeIfPossible } from '../../history/db/index.ts';
import {
  correctOutdatedRecords,
  correctRecordOfRun,
  type FoundRun,
  findRun,
  findUnreadable,
  getRun,
  getRunState,
  interruptOrphanedRuns,
  listHintReviews,
  listReviews,
  listTurnReviews,
  type RunRecord,
} from '../../history/index.ts';
import { getDefaultDatabasePath } from '../../host/env.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { resolveWorkspaceRoot } from '../workspace-root.ts';

/** The flags `--app` and `--db`: the workspace, or the file of the history. */
export type HistoryLocation = { app?: string | undefined; db?: string | undefined };

export function getHistoryFile({ app, db }: HistoryLocation, { cwd }: Pick<Terminal, 'cwd'>): string {
  if (db !== undefined) return path.resolve(cwd, db);
  return getDefaultDatabasePath(resolveWorkspaceRoot(app, { cwd }));
}

/** Opens the history in which runs are recorded. Throws if there is none, because reading must not create one. */
export function openExistingHistory(historyLocation: HistoryLocation, terminal: Terminal): Database {
  return openUpdatedHistory(requireHistoryFile(historyLocation, terminal));
}

/**
 * Opens a history. First updates its rows from its logs, and marks runs whose process no longer exists as ended, so
 * that lists of runs are correct.
 */
export function openUpdatedHistory(file: string): Database {
  const database = openDatabase(file);
  writeIfPossible(() => interruptOrphanedRuns(database));
  correctOutdatedRecords(database);
  return database;
}

/** Returns the path of the history. Throws if there is no history. */
export function requireHistoryFile(historyLocation: HistoryLocation, terminal: Terminal): string {
  const file = getHistoryFile(historyLocation, terminal);
  if (existsSync(file)) return file;
  throw new UsageError(`there is no history at ${file}`, [
    'Name the workspace with --app, or the history itself with --db.',
  ]);
}

/** Opens the stored history, passes it to a function, and closes it afterwards. Throws if there is no history. */
export function withStoredHistory<Result>(
  historyLocation: HistoryLocation,
  terminal: Terminal,
  use: (database: Database) => Result,
): Result {
  const database = openExistingHistory(historyLocation, terminal);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Finds the run that a reference means. Throws if no run or several runs match. */
export function requireRun(
  database: Database,
  reference: string,
  findReferencedRun: (database: Database, reference: string) => FoundRun = findRun,
): RunRecord {
  const lookup = findReferencedRun(database, reference);
  if (!lookup.ok) throw new UsageError(lookup.problem, lookup.details);
  return lookup.run;
}

/**
 * Reads a run of a history, with people's reviews of it. The user names the run by its id, the beginning of its id, or
 * `latest`. Throws if there is no such run.
 */
export function readStoredRun(
  database: Database,
  reference: string,
  find?: (database: Database, reference: string) => FoundRun,
): RunState {
  const { runId } = requireRun(database, reference, find);
  const state = getRunState(database, runId);
  if (state === undefined) throw new UsageError(`the run ${runId} was removed meanwhile`);
  const reviews = listReviews(database, state.runId);
  const turnReviews = listTurnReviews(database, state.runId);
  const { label } = getRun(database, state.runId) ?? {};
  const hintWords = listHintReviews(database, state.runId);
  const unreadable = findUnreadable(database, state);
  correctRecordOfRun(database, state);
  return {
    ...state,
    ...(unreadable && { unreadable }),
    label,
    reviews: reviews.length === 0 ? undefined : reviews,
    turnReviews: turnReviews.length === 0 ? undefined : turnReviews,
    hintWords,
  };
}
