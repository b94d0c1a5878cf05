/** Recognizes files and folders of other agent systems in a workspace, without loading the code that reads them. */

import { findFirstDefinedResult, type JsonObject } from '../values/index.ts';
import { systemFiles } from './registered/registered-system-files.ts';

/** Names of files and folders whose presence marks the root folder of a workspace. */
export const workspaceMarkerFiles: readonly string[] = systemFiles.flatMap(({ marks }) => marks ?? []);

/** Describe how case file names of other systems end. The texts complete the sentence "case files end …". */
export const caseFileWords: readonly string[] = systemFiles.flatMap(({ caseFileWords }) => caseFileWords ?? []);

/** Returns true if a folder is a separate project of another system, and therefore a workspace. */
export function isProjectOfOtherSystem(folder: string): boolean {
  return systemFiles.some((system) => system.isProject?.(folder) === true);
}

/** Returns true if the name is that of a case file of another system. */
export function isCaseFileOfOtherSystem(name: string): boolean {
  return systemFiles.some(({ caseFiles }) => caseFiles?.test(name) === true);
}

/** Returns true if the name is that of a file of another system that Turntree does not support. */
export function isUnsupportedFile(name: string): boolean {
  return systemFiles.some(({ unsupported }) => unsupported?.test(name) === true);
}

/** Returns why an existing file contains no cases; undefined if the file belongs to none of the other systems. */
export function describeWhyNoCases(name: string): string | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.refusalOf?.(name));
}

/**
 * Returns true if a file contains cases of another system, false if not; undefined if its name is not that of a case
 * file.
 */
export function containsCasesOfOtherSystem(name: string, readText: () => string): boolean | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.holdsCases?.(name, readText));
}

/** Returns true if a file that is named like a case file contains other data of another system. */
export function isDataOfOtherSystem(file: string): boolean {
  const slashed = file.replaceAll('\\', '/');
  return systemFiles.some((system) => system.isData?.(slashed) === true);
}

/** Returns the JSON Schema of case files in YAML. */
export async function loadTestFileJsonSchema(): Promise<JsonObject> {
  return (await findFirstDefinedResult(systemFiles, (system) => system.caseFileSchema?.())) ?? {};
}
