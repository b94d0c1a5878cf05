import { isJsonObject, type Json, type JsonObject } from '../../../../values/index.ts';
import type { DocumentPath } from '../document-path.ts';
import type { createImportProgress } from '../import-source.ts';

export type PromptfooPath = DocumentPath;
/** A promptfoo file. `lineOf` returns the line of a value; `progress` records what was imported and what was not. */
export type PromptfooSource = {
  progress: ReturnType<typeof createImportProgress>;
  lineOf(path: PromptfooPath): number;
};
/** A value with its path and the file that contains it. */
export type PromptfooValue = { value: JsonObject; path: PromptfooPath; source: PromptfooSource };

export function objectOrEmpty(value: JsonObject, key: string): JsonObject {
  const member = value[key];
  return isJsonObject(member) ? member : {};
}

export function listOrEmpty(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the objects in the list at a path. Other items of the list are reported as lost. */
export function collectObjectsInList(
  holder: JsonObject,
  path: PromptfooPath,
  source: PromptfooSource,
): PromptfooValue[] {
  const { progress, lineOf } = source;
  const list = holder[String(path.at(-1))];
  if (list !== undefined && !Array.isArray(list)) {
    progress.reportSkippedPart(lineOf(path), `"${String(path.at(-1))}"`, 'it is in another file, or is not a list');
  }
  return listOrEmpty(list).flatMap((value, at): PromptfooValue[] => {
    if (isJsonObject(value)) return [{ value, path: [...path, at], source }];
    progress.reportSkippedPart(lineOf([...path, at]), `an entry of "${String(path.at(-1))}"`, 'it is in another file');
    return [];
  });
}

/** Matches a reference to a code file, optionally with the name of a function in the file. */
export const codeFilePattern = /\.(?:[cm]?[jt]s|py|rb|go)(?::\w+)?$/;

/** Returns the name in `file://name`; undefined for other values. */
export function parseFileUrlName(value: string): string | undefined {
  return value.startsWith('file://') ? value.slice('file://'.length) : undefined;
}
