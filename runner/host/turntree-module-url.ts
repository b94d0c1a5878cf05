import { existsSync } from 'node:fs';

declare global {
  // The folder of the built program. Set only by tests that run from the sources and build the program first: otherwise
  // every new thread or process would strip the types of all its files, which takes four times as long. Not an
  // environment variable, so that it cannot be set from outside.
  var turntreeBuilt: URL | undefined;
}

/**
 * Returns the URL of a Turntree module that is loaded by URL, such as a worker's program. `from` is the location of
 * the module in the sources.
 */
export function resolveTurntreeModuleUrl(name: string, from: string): URL {
  const source = new URL(`./${name}.ts`, from);
  const isSource = globalThis.turntreeBuilt === undefined && existsSync(source);
  const file = isSource ? source : findBuiltFile(`${name}.mjs`, from);
  if (file === undefined) throw new Error(`a part of Turntree is missing: ${name}, which ${from} needs`);
  return file;
}

/**
 * Returns a file of the built program, which is next to the program's entry file and one folder above the chunks.
 * Undefined when running from the sources.
 */
export function findBuiltFile(file: string, from: string): URL | undefined {
  const { turntreeBuilt: built } = globalThis;
  const folders = built === undefined ? ['./', '../'].map((relativeFolder) => new URL(relativeFolder, from)) : [built];
  return folders.map((folder) => new URL(file, folder)).find((url) => existsSync(url));
}
