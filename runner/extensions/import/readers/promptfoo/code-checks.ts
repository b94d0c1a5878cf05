import { isJsonObject, type Json, type JsonObject, toErrorMessage } from '../../../../values/index.ts';
import type { CheckFunction } from '../import-source.ts';

export type GeneratedCheckCode = { ok: true; code: CheckFunction } | { ok: false; why: string };

/**
 * Converts a one-line expression or a function body. The code can use `output`, and `context` with the variables of the
 * test.
 */
export function generateJavascriptCheck(check: string): GeneratedCheckCode {
  const source = check.replace(/^(?:javascript|fn|eval):/, '').trim();
  const body = /\n|\breturn\b/.test(source) ? source : `return (${source.replace(/;$/, '')}\n);`;
  try {
    // Makes sure that the code is a function body. Otherwise, it could contain a bracket that closes the function into
    // which it is inserted.
    new Function('output', 'context', `"use strict";\n${body}`);
  } catch (error) {
    return { ok: false, why: `the code is not JavaScript: ${toErrorMessage(error)}` };
  }
  const lines = [
    "  const prompt = typeof input === 'string' ? input : JSON.stringify(input);",
    '  const check = (output, context) => {',
    body,
    '  };',
    '  return verdictOf(check(output, { vars: value, prompt }));',
  ];
  return { ok: true, code: { body: lines.join('\n'), helpers: [verdictSource] } };
}

/** Checks that the whole answer is JSON, and matches the schema if there is one. */
export function generateJsonSchemaCheck(schema: Json): GeneratedCheckCode {
  const problem = findUnsupportedSchemaKeyword(schema);
  if (problem !== undefined) return { ok: false, why: `the schema has ${problem}, which no check here supports` };
  const text = JSON.stringify(schema, null, 2).replaceAll('\n', '\n  ');
  return { ok: true, code: { body: `  return verdictOnJson(output, ${text});`, helpers: [jsonVerdictSource] } };
}

/** Checks that the whole answer equals this JSON; the order of keys does not matter. */
export function generateJsonEqualityCheck(value: Json): GeneratedCheckCode {
  return generateJsonSchemaCheck({ const: value });
}

const annotationKeywords = ['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples'];
const valueKeywords = [
  ...['type', 'enum', 'const', 'required', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];
const keysWithSchemas = ['anyOf', 'allOf', 'oneOf'];
const keysWithSchema = ['items', 'not', 'additionalProperties'];

/** Returns the first keyword of a schema that the generated function `problemOf` does not support. */
function findUnsupportedSchemaKeyword(schema: Json): string | undefined {
  if (typeof schema === 'boolean' || schema === null) return undefined;
  if (!isJsonObject(schema)) return 'a part that is not an object';
  return findFirstResult(Object.keys(schema), (key) => findUnsupportedKeywordAt(key, schema));
}

function findUnsupportedKeywordAt(key: string, schema: JsonObject): string | undefined {
  const value = schema[key] ?? null;
  if (annotationKeywords.includes(key) || valueKeywords.includes(key)) return undefined;
  if (keysWithSchema.includes(key)) return findUnsupportedSchemaKeyword(value);
  if (keysWithSchemas.includes(key))
    return Array.isArray(value) ? findFirstResult(value, findUnsupportedSchemaKeyword) : `"${key}" without a list`;
  if (key === 'properties' && isJsonObject(value))
    return findFirstResult(Object.values(value), findUnsupportedSchemaKeyword);
  return `"${key}"`;
}

function findFirstResult<One>(items: readonly One[], find: (item: One) => string | undefined): string | undefined {
  for (const item of items) {
    const match = find(item);
    if (match !== undefined) return match;
  }
  return undefined;
}

const verdictSource = `/** What the check returned: true or false, a score above 0, or an object with \`pass\` and \`reason\`. */
function verdictOf(result) {
  if (typeof result === 'boolean') return result;
  if (typeof result === 'number') return { pass: result > 0, message: \`the score is \${result}\` };
  if (typeof result?.pass === 'boolean') return { pass: result.pass, message: result.reason };
  throw new Error('the check returned neither true or false, nor a number, nor an object with "pass"');
}`;

const jsonVerdictSource = `function verdictOnJson(output, schema) {
  let json;
  try {
    json = typeof output === 'string' ? JSON.parse(output) : output;
  } catch (error) {
    return { pass: false, message: \`the answer is not JSON: \${error.message}\` };
  }
  const message = problemOf(json, schema, '$');
  return { pass: message === undefined, message };
}

/** Returns the first violation of a JSON schema, with its path. */
function problemOf(json, schema, at) {
  if (schema === null || schema === true) return undefined;
  if (schema === false) return \`\${at} is not allowed\`;
  const type = json === null ? 'null' : Array.isArray(json) ? 'array' : typeof json;
  const types = [schema.type ?? type].flat();
  if (!types.includes(type) && !(types.includes('integer') && Number.isInteger(json))) {
    return \`\${at} must be \${types.join(' or ')}, and is \${type}\`;
  }
  if (Object.hasOwn(schema, 'const') && !isSame(json, schema.const)) return \`\${at} is not \${JSON.stringify(schema.const)}\`;
  if (schema.enum?.every((one) => !isSame(json, one))) return \`\${at} is none of \${JSON.stringify(schema.enum)}\`;
  const size = type === 'string' ? [...json].length : json;
  const [least, most] = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  if (type === 'string' || type === 'number') {
    if (size < schema[least]) return \`\${at}: \${least} is \${schema[least]}\`;
    if (size > schema[most]) return \`\${at}: \${most} is \${schema[most]}\`;
  }
  if (type === 'number' && json <= schema.exclusiveMinimum) return \`\${at} must be above \${schema.exclusiveMinimum}\`;
  if (type === 'number' && json >= schema.exclusiveMaximum) return \`\${at} must be below \${schema.exclusiveMaximum}\`;
  if (type === 'string' && schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(json)) {
    return \`\${at} does not match \${schema.pattern}\`;
  }
  const inner = [];
  if (type === 'array') {
    if (json.length < schema.minItems) return \`\${at}: minItems is \${schema.minItems}\`;
    if (json.length > schema.maxItems) return \`\${at}: maxItems is \${schema.maxItems}\`;
    inner.push(...json.map((item, index) => problemOf(item, schema.items ?? true, \`\${at}[\${index}]\`)));
  }
  if (type === 'object') {
    const missing = schema.required?.find((key) => !Object.hasOwn(json, key));
    if (missing !== undefined) return \`\${at}.\${missing} is missing\`;
    const own = schema.properties ?? {};
    for (const [key, value] of Object.entries(json)) {
      const rule = Object.hasOwn(own, key) ? own[key] : (schema.additionalProperties ?? true);
      inner.push(problemOf(value, rule, \`\${at}.\${key}\`));
    }
  }
  inner.push(...(schema.allOf ?? []).map((one) => problemOf(json, one, at)));
  const problem = inner.find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  const holding = (list) => list.filter((one) => problemOf(json, one, at) === undefined).length;
  if (schema.anyOf !== undefined && holding(schema.anyOf) === 0) return \`\${at} matches no schema of anyOf\`;
  if (schema.oneOf !== undefined && holding(schema.oneOf) !== 1) return \`\${at} must match exactly one schema of oneOf\`;
  if (schema.not !== undefined && holding([schema.not]) === 1) return \`\${at} must not match the schema of not\`;
  return undefined;
}

function isSame(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}`;
