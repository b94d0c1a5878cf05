/** Recognizes files and folders of other agent systems in a workspace, without loading the code that reads them. */

import { findFirstDefinedResult, type JsonObject } from '../values/index.ts';
import { systemFiles } from './registered/registered-system-files.ts';

/** Names of files and folders by which the root of a workspace is recognized. */
export const workspaceMarkerFiles: readonly string[] = systemFiles.flatMap(({ marks }) => marks ?? []);

/** The endings of other systems' case file names, as text that follows "case files end …". */
export const caseFileWords: readonly string[] = systemFiles.flatMap(({ caseFileWords }) => caseFileWords ?? []);

/** Returns whether a folder is a separate project, and therefore a workspace. */
export function isProjectOfOtherSystem(folder: string): boolean {
  return systemFiles.some((system) => system.isProject?.(folder) === true);
}

/** Returns true if the name is one of another system's case files. */
export function isCaseFileOfOtherSystem(name: string): boolean {
  return systemFiles.some(({ caseFiles }) => caseFiles?.test(name) === true);
}

/** Returns true for files of another system that Turntree does not read. */
export function isUnsupportedFile(name: string): boolean {
  return systemFiles.some(({ unsupported }) => unsupported?.test(name) === true);
}

/** Returns why an existing file contains no cases, if one of the other systems knows the reason. */
export function describeWhyNoCases(name: string): string | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.refusalOf?.(name));
}

/** Returns whether a file contains cases of another system; undefined if it does not have the name of a case file. */
export function containsCasesOfOtherSystem(name: string, readText: () => string): boolean | undefined {
  return findFirstDefinedResult(systemFiles, (system) => system.holdsCases?.(name, readText));
}

/** Returns true for data of another system in a file that has the name of a case file. */
export function isDataOfOtherSystem(file: string): boolean {
  const slashed = file.replaceAll('\\', '/');
  return systemFiles.some((system) => system.isData?.(slashed) === true);
}

/** The JSON Schema of case files in YAML. */
export async function loadTestFileJsonSchema(): Promise<JsonObject> {
  return (await findFirstDefinedResult(systemFiles, (system) => system.caseFileSchema?.())) ?? {};
}
