import { environment } from '../env.ts';
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
