import { type Assertion, assertionSchema } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { areAllDefined } from './list-guards.ts';

/** Parses one assertion or a list of assertions without the schema; `undefined` if any of them needs the schema. */
export function parseAssertionsWithoutSchema(value: Json): Assertion[] | undefined {
  // `map` allocates an array of exactly the right size. An array that grows by `push` reserves more, which adds up over
  // 100,000 cases.
  const assertions = (Array.isArray(value) ? value : [value]).map(parseAssertion);
  return assertions.length > 0 && areAllDefined(assertions) ? assertions : undefined;
}

function parseAssertion(source: Json): Assertion | undefined {
  if (!isJsonObject(source)) return undefined;
  return parseCommonAssertion(source) ?? assertionSchema.safeParse(source).data;
}

function parseCommonAssertion(source: JsonObject): Assertion | undefined {
  const { type, value, path } = source;
  if (value === undefined) return undefined;
  const keys = Object.keys(source).length;
  if (type === 'json_path' && typeof path === 'string' && keys === 3) return { type, path, value };
  if (keys !== 2) return undefined;
  switch (type) {
    case 'contains':
    case 'not_contains':
    case 'equals':
      return { type, value };
    case 'regex':
      return typeof value === 'string' ? { type, value } : undefined;
    case 'tool_called':
      return parseToolCalled(value);
    default:
      return undefined;
  }
}

function parseToolCalled(value: Json): Assertion | undefined {
  const type = 'tool_called';
  if (typeof value === 'string') return value === '' ? undefined : { type, value };
  if (!isJsonObject(value) || typeof value.name !== 'string' || value.name === '') return undefined;
  const { name, arguments: expectedArguments } = value;
  if (expectedArguments === undefined) return Object.keys(value).length === 1 ? { type, value: { name } } : undefined;
  return isJsonObject(expectedArguments) && Object.keys(value).length === 2
    ? { type, value: { name, arguments: expectedArguments } }
    : undefined;
}
