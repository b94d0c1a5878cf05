import { database } from '../db/index.ts';
import { createRunReader, type RunReader } from '../history/index.ts';

declare global {
  // Next loads a module once per bundle; the process needs a run in memory once.
  var turntreeRunReader: RunReader | undefined;
}

/** The web server's reader of runs: pages ask for the same few runs, piece by piece. */
export function runReader(): RunReader {
  globalThis.turntreeRunReader ??= createRunReader(database());
  return globalThis.turntreeRunReader;
}
