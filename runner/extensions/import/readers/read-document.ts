import { jsonSchema } from '../../../contract/index.ts';
import { type Json, tryParseJson } from '../../../values/index.ts';
import { formatYamlProblem, parseYaml } from '../../../yaml/read-yaml.ts';
import type { DocumentPath } from './document-path.ts';
import { createJsonLineFinder } from './json-lines.ts';

/**
 * A parsed document. `lineOf` returns the line of the value at a path, or of the nearest value around it. `problems`
 * lists what is wrong, one problem per line.
 */
export type ImportedDocument =
  | { ok: true; value: Json; lineOf(path: DocumentPath): number }
  | { ok: false; line: number; problem: string; problems: string };

/**
 * Parses a YAML or JSON document. Does not use the YAML parser for JSON, because it would take twenty times as long for
 * thousands of cases.
 */
export function parseDocument({ text, file }: { text: string; file: string }): ImportedDocument {
  const content = text.replace(/^\uFEFF/, '');
  const json = /^\s*[[{]/.test(content) ? tryParseJson(content) : undefined;
  if (json !== undefined) return { ok: true, value: json, lineOf: createJsonLineFinder(content) };
  const document = parseYaml(jsonSchema, { text, file });
  if (document.ok)
    return { ok: true, value: document.value, lineOf: (path) => document.positionOf(path, 'value').line };
  const [first] = document.problems;
  const problems = document.problems.map(formatYamlProblem).join('\n');
  return { ok: false, line: first?.line ?? 1, problem: first?.message ?? problems, problems };
}
