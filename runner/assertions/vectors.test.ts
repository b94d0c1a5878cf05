import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import { deviations } from '../testing/deviations.ts';
import { toCanonicalJson } from '../values/index.ts';
import { extractJson } from './extract-json.ts';
import { parseJsonPath, selectPath } from './json-path.ts';
import { getSelectedValue } from './json-path-assertion.ts';
import { formatJudgedText, getJudgedValue } from './judged-value.ts';
import { isToolNamed } from './match-tool.ts';
import { toPlainText } from './to-plain-text.ts';

describe('JSON path vectors', () => {
  const file = readVectors('json_path', z.object({ path: z.string(), value: jsonSchema }));
  const document = jsonSchema.parse(file.document);

  it.each(addKeys('json_path', file.vectors))('%s: $path', (key, { path, value }) => {
    const parsed = parseJsonPath(path);
    const selected = parsed.kind === 'path' ? getSelectedValue(selectPath(document, parsed.steps)) : 'refused';
    expectAgreement(key, toCanonicalJson(selected) === toCanonicalJson(value));
  });
});

describe('JSON extraction vectors', () => {
  const file = readVectors('extract_json', z.object({ text: z.string(), found: z.boolean(), extracted: jsonSchema }));

  it.each(addKeys('extract_json', file.vectors))('%s: $text', (key, { text, found, extracted }) => {
    const value = extractJson(text);
    const agrees = found ? toCanonicalJson(value ?? null) === toCanonicalJson(extracted) : value === undefined;
    expectAgreement(key, agrees);
  });
});

describe('tool name vectors', () => {
  const file = readVectors('tool_names', z.object({ actual: z.string(), expected: z.string(), match: z.boolean() }));

  it.each(addKeys('tool_names', file.vectors))('%s: $expected in $actual', (key, { actual, expected, match }) => {
    expectAgreement(key, isToolNamed({ tool: actual }, expected) === match);
  });
});

describe('output vectors', () => {
  const responseSchema = z.object({
    content: jsonSchema,
    next: jsonSchema,
    tools: z.array(z.object({ Tool: z.string(), Result: jsonSchema })).nullable(),
  });
  const file = readVectors(
    'output_extraction',
    z.object({ desc: z.string(), response: responseSchema, output: jsonSchema, combined_output: z.string() }),
  );

  it.each(addKeys('output_extraction', file.vectors))('%s: $desc', (key, { response, output, combined_output }) => {
    const toolCalls = (response.tools ?? []).map(({ Tool, Result }) => ({ tool: Tool, result: Result }));
    const answer = { content: toPlainText(response.content), toolCalls, next: response.next };
    const agrees = toCanonicalJson(getJudgedValue(answer)) === toCanonicalJson(output);
    expectAgreement(key, agrees && formatJudgedText(answer) === combined_output);
  });
});

function readVectors<Vector extends z.ZodType>(name: string, vector: Vector) {
  const text = readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), 'utf8');
  return z.object({ vectors: z.array(vector).min(1), document: jsonSchema.optional() }).parse(JSON.parse(text));
}

function addKeys<Vector>(file: string, vectors: readonly Vector[]): [string, Vector][] {
  return vectors.map((vector, index) => [`${file}#${index}`, vector]);
}

/**
 * A test vector that is listed as a known deviation must really deviate. Otherwise it must be removed from the list.
 */
function expectAgreement(key: string, agrees: boolean): void {
  expect(agrees ? 'as observed' : 'deviates', key).toBe(deviations.has(key) ? 'deviates' : 'as observed');
}
