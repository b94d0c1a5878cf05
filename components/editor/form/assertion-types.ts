import { type AssertionType, assertionTypes } from '@/runner/contract';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';

type Described = { title: string; hint: string; fresh: JsonObject; keys: readonly string[] };

/** Each type in words, the fields that are its own, and what a new one begins with. */
export const describedTypes: Readonly<Record<AssertionType, Described>> = {
  contains: { title: 'Contains', hint: 'the text has this in it', fresh: { value: '' }, keys: ['value'] },
  not_contains: { title: 'Does not contain', hint: 'the text is without this', fresh: { value: '' }, keys: ['value'] },
  equals: { title: 'Equals', hint: 'the output is exactly this', fresh: { value: '' }, keys: ['value'] },
  regex: { title: 'Regex', hint: 'a pattern (Go RE2) is found', fresh: { value: '' }, keys: ['value', 'pattern'] },
  json_path: {
    title: 'JSON path',
    hint: 'a part of the JSON is exactly this',
    fresh: { path: '$.', value: '' },
    keys: ['path', 'value'],
  },
  type: {
    title: 'Type',
    hint: 'the output, or a part, is of a type',
    fresh: { value: 'string' },
    keys: ['path', 'value'],
  },
  tool_called: {
    title: 'Tool called',
    hint: 'the agent has called a tool',
    fresh: { value: { name: '' } },
    keys: ['value', 'name', 'arguments'],
  },
  tool_result: {
    title: 'Tool result',
    hint: 'a tool has answered with this',
    fresh: { value: { tool: '' } },
    keys: ['value'],
  },
  agent: {
    title: 'Judged by an agent',
    hint: 'a validator says whether it is right',
    fresh: { use: 'agents:', value: '' },
    keys: ['use', 'value', 'options'],
  },
  script: {
    title: 'Script',
    hint: 'a function of yours decides',
    fresh: { script: 'scripts.' },
    keys: ['script', 'use', 'value', 'expected', 'options'],
  },
};

export const typeOptions = assertionTypes.map((value) => ({
  value,
  text: describedTypes[value].title,
  hint: describedTypes[value].hint,
}));

export function isAssertionType(value: Json | undefined): value is AssertionType {
  return assertionTypes.some((type) => type === value);
}

/** Of another type: what both have in common stays, down to the spelling of its keys. */
export function otherType(assertion: Json | undefined, type: AssertionType): JsonObject {
  const old = isJsonObject(assertion) ? assertion : {};
  const { fresh, keys } = describedTypes[type];
  const kept = Object.entries(old).filter(([key]) => keys.includes(key) || key === 'message' || key === 'negate');
  const result: JsonObject = { type, ...fresh };
  for (const [key, value] of kept) if (!(key in fresh) || typeof value === typeof fresh[key]) result[key] = value;
  return result;
}
