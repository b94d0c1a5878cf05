import { isJsonObject, type Json, type JsonObject } from '../../../../values/index.ts';
import type { DocumentPath } from '../document-path.ts';
import type { createProgress } from '../imported.ts';

export type Path = DocumentPath;
/** A file of promptfoo: where its values stand, and what becomes of them. */
export type Source = { progress: ReturnType<typeof createProgress>; lineOf(path: Path): number };
/** A value, and where it stands in which file. */
export type Placed = { value: JsonObject; path: Path; source: Source };

export function objectAt(value: JsonObject, key: string): JsonObject {
  const member = value[key];
  return isJsonObject(member) ? member : {};
}

export function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list under the last key of a path; what is none is left out, and said. */
export function listAt(holder: JsonObject, path: Path, source: Source): Placed[] {
  const { progress, lineOf } = source;
  const list = holder[String(path.at(-1))];
  if (list !== undefined && !Array.isArray(list)) {
    progress.lose(lineOf(path), `"${String(path.at(-1))}"`, 'it stands in another file, or is not a list');
  }
  return listIn(list).flatMap((value, at): Placed[] => {
    if (isJsonObject(value)) return [{ value, path: [...path, at], source }];
    progress.lose(lineOf([...path, at]), `an entry of "${String(path.at(-1))}"`, 'it stands in another file');
    return [];
  });
}

/** A file of code, perhaps with the name of a function in it. */
export const codeFile = /\.(?:[cm]?[jt]s|py|rb|go)(?::\w+)?$/;

/** The name in `file://name`; undefined for what is no such reference. */
export function fileNameIn(value: string): string | undefined {
  return value.startsWith('file://') ? value.slice('file://'.length) : undefined;
}
