import { assertionWords } from '@/runner/authoring';
import { type AssertionType, assertionTypes } from '@/runner/contract';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';

export const typeOptions = assertionTypes.map((value) => ({
  value,
  text: assertionWords[value].title,
  hint: assertionWords[value].hint,
}));

export function isAssertionType(value: Json | undefined): value is AssertionType {
  return assertionTypes.some((type) => type === value);
}

/** The keys that a type of assertion may have, with those of all types. */
export function keysOfType(type: AssertionType): string[] {
  return [
    'type',
    'message',
    'negate',
    'on',
    ...assertionWords[type].fields.flatMap(({ key, or = [] }) => [key, ...or]),
  ];
}

/** Of another type: what both have in common stays, down to the spelling of its keys. */
export function otherType(assertion: Json | undefined, type: AssertionType): JsonObject {
  const { type: _, ...old } = isJsonObject(assertion) ? assertion : {};
  const { fresh } = assertionWords[type];
  const sharedEntries = Object.entries(old).filter(([key]) => keysOfType(type).includes(key));
  const result: JsonObject = { type, ...fresh };
  for (const [key, value] of sharedEntries)
    if (!(key in fresh) || typeof value === typeof fresh[key]) result[key] = value;
  return result;
}
