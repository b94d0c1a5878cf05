/** Recognizes files and folders of other systems in a workspace. Loads none of the code that reads them. */

import { findFirstDefinedResult, type JsonObject } from '../values/index.ts';
import { systemFiles } from './registered/known-files.ts';

/** Names of files and folders in the root of a workspace. */
export const workspaceMarks: readonly string[] = systemFiles.flatMap(({ marks }) => marks ?? []);

/** The names of other systems' case files, as text that follows "case files end …". */
export const caseFileWords: readonly string[] = systemFiles.flatMap(({ caseFileWords }) => caseFileWords ?? []);

/** Returns whether a folder is a project of its own, and therefore a workspace. */
export function isProjectOfOtherSystem(folder: string): boolean {
  return systemFiles.some((system) => system.isProject?.(folder) === true);
}

/** Returns true if case files of another system have such names. */
export function isCaseFileOfOtherSystem(name: string): boolean {
  return systemFiles.some(({ caseFiles }) => caseFiles?.test(name) === true);
}

/** Returns true for files of another system that are not read. */
export function isUnsupportedFile(name: string): boolean {
  return systemFiles.some(({ unsupported }) => unsupported?.test(name) === true);
}

/** Returns why an existing file holds no cases, if another system knows. */
export function describeWhyNoCases(name: string): string | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.refusalOf?.(name));
}

/** Returns whether a file holds cases of another system; undefined if its name does not suggest that. */
export function containsCasesOfOtherSystem(name: string, readText: () => string): boolean | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.holdsCases?.(name, readText));
}

/** Returns true for data of another system that looks like a case file. */
export function isDataOfOtherSystem(file: string): boolean {
  const slashed = file.replaceAll('\\', '/');
  return systemFiles.some((system) => system.isData?.(slashed) === true);
}

/** The JSON Schema of case files in YAML. */
export async function loadTestFileJsonSchema(): Promise<JsonObject> {
  return (await findFirstDefinedResult(systemFiles, (system) => system.caseFileSchema?.())) ?? {};
}
