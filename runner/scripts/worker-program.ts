import { existsSync } from 'node:fs';

/** The sources run as they are; the built program keeps the worker beside its entry, one folder above its chunks. */
export function workerProgram(): URL {
  const places = ['./worker-main.ts', './worker-main.mjs', '../worker-main.mjs'];
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error(`the worker program is missing: ${urls.map(String).join(', ')}`);
  return found;
}
