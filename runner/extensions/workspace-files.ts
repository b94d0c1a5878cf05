/** How files and folders of other systems are known, for whoever looks through a workspace. Loads nothing that reads them. */

import { firstFound, type JsonObject } from '../values/index.ts';
import { systemFiles } from './registered/known-files.ts';

/** Files and folders that a workspace has in its root. */
export const workspaceMarks: readonly string[] = systemFiles.flatMap(({ marks }) => marks ?? []);

/** The names of case files of other systems, as a sentence has them behind "case files end …". */
export const caseFileWords: readonly string[] = systemFiles.flatMap(({ caseFileWords }) => caseFileWords ?? []);

/** Whether a folder is a project of its own, and so a workspace. */
export function isProject(folder: string): boolean {
  return systemFiles.some((system) => system.isProject?.(folder) === true);
}

/** Returns true if case files of another system have such names. */
export function isNamedAsCases(name: string): boolean {
  return systemFiles.some(({ caseFiles }) => caseFiles?.test(name) === true);
}

/** Returns true for files of another system that are not read. */
export function isUnsupported(name: string): boolean {
  return systemFiles.some(({ unsupported }) => unsupported?.test(name) === true);
}

/** Returns why a file that is there holds no cases, where another system says so. */
export function refusalReason(name: string): string | undefined {
  return firstFound(systemFiles, (system) => system.refusalOf?.(name));
}

/** Whether a file holds cases of another system; undefined when its name says nothing of the kind. */
export function holdsCases(name: string, readText: () => string): boolean | undefined {
  return firstFound(systemFiles, (system) => system.holdsCases?.(name, readText));
}

/** Returns true for data of another system that looks like a case file. */
export function isData(file: string): boolean {
  const slashed = file.replaceAll('\\', '/');
  return systemFiles.some((system) => system.isData?.(slashed) === true);
}

/** The JSON Schema of case files in YAML. */
export async function testFileJsonSchema(): Promise<JsonObject> {
  return (await firstFound(systemFiles, (system) => system.caseFileSchema?.())) ?? {};
}
