import { jsonSchema } from '../../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { formatYamlProblem, readYaml } from '../../../yaml/read-yaml.ts';
import type { BesideFile, createImportedSuite } from '../imported.ts';

export type Path = (string | number)[];
/** A file of promptfoo: where its values stand, and what becomes of them. */
export type Source = { progress: ReturnType<typeof createImportedSuite>; lineOf(path: Path): number };
/** A value, and where it stands in which file. */
export type Placed = { value: JsonObject; path: Path; source: Source };

export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

export function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list under the last key of a path; what is none is left out, and said. */
export function listAt(holder: JsonObject, path: Path, source: Source): Placed[] {
  const { progress, lineOf } = source;
  const written = holder[String(path.at(-1))];
  if (written !== undefined && !Array.isArray(written)) {
    progress.lose(lineOf(path), `"${String(path.at(-1))}"`, 'it stands in another file, or is not a list');
  }
  return listIn(written).flatMap((value, at): Placed[] => {
    if (isJsonObject(value)) return [{ value, path: [...path, at], source }];
    progress.lose(lineOf([...path, at]), `an entry of "${String(path.at(-1))}"`, 'it stands in another file');
    return [];
  });
}

type Document =
  | { ok: true; value: Json; lineOf: Source['lineOf'] }
  | { ok: false; line: number; why: string; text: string };

/** A document of YAML or JSON. */
export function readDocument({ text, file }: BesideFile): Document {
  const read = readYaml(jsonSchema, { text, file });
  if (read.ok) return { ok: true, value: read.value, lineOf: (path) => read.positionOf(path, 'value').line };
  const [first] = read.problems;
  const whole = read.problems.map(formatYamlProblem).join('\n');
  return { ok: false, line: first?.line ?? 1, why: first?.message ?? whole, text: whole };
}

/** A file of code, perhaps with the name of a function in it. */
export const codeFile = /\.(?:[cm]?[jt]s|py|rb|go)(?::\w+)?$/;

/** The name in `file://name`; undefined for what is no such reference. */
export function fileNameIn(value: string): string | undefined {
  return value.startsWith('file://') ? value.slice('file://'.length) : undefined;
}
