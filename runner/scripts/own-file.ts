import { existsSync } from 'node:fs';

/**
 * A module of Turntree that threads or bundles load by its address, such as the program of a worker; `from` is where it
 * lies in the sources. The built program keeps such files beside its entry, one folder above its chunks.
 */
export function ownFile(name: string, from: string): URL {
  const urls = [`./${name}.ts`, `./${name}.mjs`, `../${name}.mjs`].map((place) => new URL(place, from));
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error(`a part of Turntree is missing: ${urls.map(String).join(', ')}`);
  return found;
}
