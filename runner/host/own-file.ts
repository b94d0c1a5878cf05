import { existsSync } from 'node:fs';

declare global {
  // Set by tests of the sources alone, which have built the program before: to strip the types of every file that a
  // thread or process loads takes four times as long. No variable of the process: nobody outside can set it.
  var turntreeBuilt: URL | undefined;
}

/**
 * A module of Turntree that threads or bundles load by its address, such as the program of a worker; `from` is where it
 * lies in the sources.
 */
export function ownFile(name: string, from: string): URL {
  const source = new URL(`./${name}.ts`, from);
  const isSource = globalThis.turntreeBuilt === undefined && existsSync(source);
  const file = isSource ? source : builtFile(`${name}.mjs`, from);
  if (file === undefined) throw new Error(`a part of Turntree is missing: ${name}, which ${from} loads`);
  return file;
}

/** A file of the built program, which lies beside its entry, one folder above its chunks. Undefined from the sources. */
export function builtFile(file: string, from: string): URL | undefined {
  const { turntreeBuilt: built } = globalThis;
  const folders = built === undefined ? ['./', '../'].map((at) => new URL(at, from)) : [built];
  return folders.map((folder) => new URL(file, folder)).find((url) => existsSync(url));
}
