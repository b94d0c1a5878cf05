import { type Database, database } from '../../runner/history/db/index.ts';
import { createRunReader, type RunReader } from '../../runner/history/index.ts';

declare global {
  // Next loads a module once per bundle; the process needs a run in memory once.
  var turntreeRunReaders: WeakMap<Database, RunReader> | undefined;
}

/** The reader of the history that this process serves: pages ask for the same few runs, piece by piece. */
export function runReader(): RunReader {
  globalThis.turntreeRunReaders ??= new WeakMap();
  const history = database();
  const reader = globalThis.turntreeRunReaders.get(history) ?? createRunReader(history);
  globalThis.turntreeRunReaders.set(history, reader);
  return reader;
}
