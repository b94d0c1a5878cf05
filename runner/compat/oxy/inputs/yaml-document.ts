import { jsonSchema } from '../../../contract/index.ts';
import type { Problem } from '../../../inputs/problem.ts';
import type { Json } from '../../../values/index.ts';
import { type ReadYaml, readYaml } from '../../../yaml/read-yaml.ts';

/** A YAML file as plain values that knows where everything stands. Its parts are checked one by one. */
export type YamlDocument = Pick<ReadYaml<Json>, 'value' | 'positionOf'> & { file: string };

export type ReadDocument = { ok: true; document: YamlDocument } | { ok: false; problems: Problem[] };

export function readDocument(text: string, file: string): ReadDocument {
  const read = readYaml(jsonSchema, { text, file });
  if (!read.ok) return read;
  const { value, positionOf } = read;
  return { ok: true, document: { file, value, positionOf } };
}
