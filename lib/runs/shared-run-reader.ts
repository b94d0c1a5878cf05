import { type Database, database } from '../../runner/history/db/index.ts';
import { createRunReader, type RunReader } from '../../runner/history/index.ts';

declare global {
  // A global, because Next loads a module once per bundle, while the process needs only one copy of a run.
  var turntreeRunReaders: WeakMap<Database, RunReader> | undefined;
}

/** Returns a shared reader of the history, which caches runs: pages request the same few, part by part. */
export function getSharedRunReader(): RunReader {
  globalThis.turntreeRunReaders ??= new WeakMap();
  const history = database();
  const reader = globalThis.turntreeRunReaders.get(history) ?? createRunReader(history);
  globalThis.turntreeRunReaders.set(history, reader);
  return reader;
}
