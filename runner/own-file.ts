import { existsSync } from 'node:fs';

declare global {
  // Set by tests of the sources alone, which have built the program before: to strip the types of every file that a
  // thread or process loads takes four times as long. No variable of the process: nobody outside can set it.
  var turntreeBuilt: URL | undefined;
}

/**
 * A module of Turntree that threads or bundles load by its address, such as the program of a worker; `from` is where it
 * lies in the sources. The built program keeps such files beside its entry, one folder above its chunks.
 */
export function ownFile(name: string, from: string): URL {
  const places = [`./${name}.ts`, `./${name}.mjs`, `../${name}.mjs`].map((place) => new URL(place, from));
  const urls = globalThis.turntreeBuilt === undefined ? places : [new URL(`${name}.mjs`, globalThis.turntreeBuilt)];
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error(`a part of Turntree is missing: ${urls.map(String).join(', ')}`);
  return found;
}
