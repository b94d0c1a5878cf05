import { readEnvironment } from '../../host/env.ts';
import { AppError } from '../../host/errors.ts';
import { type Database, openDatabase } from './open-database.ts';

declare global {
  // The history is kept in a global variable, because Next loads a module once per bundle, but the process must have a
  // single history.
  var turntreeDatabase: Database | undefined;
}

/** The web server's connection to the history of its workspace, opened once per process. */
export function database(): Database {
  const { databaseFile, home } = readEnvironment();
  globalThis.turntreeDatabase ??= openDatabase(databaseFile, home);
  return globalThis.turntreeDatabase;
}

/** Returns why the history cannot be used, for an error page; undefined if it can. */
export function findDatabaseProblem(): AppError | undefined {
  try {
    database();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Closes the history; the next use opens it again. */
export function closeDatabase(): void {
  globalThis.turntreeDatabase?.close();
  globalThis.turntreeDatabase = undefined;
}
