import { jsonSchema } from '../../../contract/index.ts';
import type { InputProblem } from '../../../inputs/problem.ts';
import type { Json } from '../../../values/index.ts';
import { parseYaml, type YamlResult } from '../../../yaml/read-yaml.ts';

/** A YAML file as plain values with positions. Its parts are validated separately. */
export type YamlDocument = YamlResult<Json> & { file: string };

export function parseYamlDocument(text: string, file: string): YamlDocument | { ok: false; problems: InputProblem[] } {
  const yaml = parseYaml(jsonSchema, { text, file });
  return yaml.ok ? { ...yaml, file } : yaml;
}
