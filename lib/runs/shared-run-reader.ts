import { type Database, database } from '../../runner/history/db/index.ts';
import { createRunReader, type RunReader } from '../../runner/history/index.ts';

declare global {
  // Stored in a global variable, because Next may load this module once per bundle, but the process needs only one
  // cache.
  var turntreeRunReaders: WeakMap<Database, RunReader> | undefined;
}

/** Returns a shared reader of run states. It caches runs, because pages request the same few runs part by part. */
export function getSharedRunReader(): RunReader {
  globalThis.turntreeRunReaders ??= new WeakMap();
  const history = database();
  const reader = globalThis.turntreeRunReaders.get(history) ?? createRunReader(history);
  globalThis.turntreeRunReaders.set(history, reader);
  return reader;
}
