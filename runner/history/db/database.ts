import { environment } from '../../host/env.ts';
import { AppError } from '../../host/errors.ts';
import { type Database, openDatabase } from './open-database.ts';

declare global {
  // Next loads a module once per bundle; the process has one history.
  var turntreeDatabase: Database | undefined;
}

/** The web server's connection to the history of its workspace, opened once a process. */
export function database(): Database {
  const { databaseFile, home } = environment();
  globalThis.turntreeDatabase ??= openDatabase(databaseFile, home);
  return globalThis.turntreeDatabase;
}

/** Why the history cannot be used, for a page that says so; nothing when it can. */
export function databaseProblem(): AppError | undefined {
  try {
    database();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Lets go of the history; whoever asks for it next opens it again. */
export function closeDatabase(): void {
  globalThis.turntreeDatabase?.close();
  globalThis.turntreeDatabase = undefined;
}
