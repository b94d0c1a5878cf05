import { assertionTypeDescriptions } from '@/runner/authoring';
import { type AssertionType, assertionTypes } from '@/runner/contract';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';

export const typeOptions = assertionTypes.map((value) => ({
  value,
  text: assertionTypeDescriptions[value].title,
  hint: assertionTypeDescriptions[value].hint,
}));

export function isAssertionType(value: Json | undefined): value is AssertionType {
  return assertionTypes.some((type) => type === value);
}

/** Returns the keys allowed for an assertion type, including those common to all types. */
export function keysOfAssertionType(type: AssertionType): string[] {
  return [
    'type',
    'message',
    'negate',
    'on',
    ...assertionTypeDescriptions[type].fields.flatMap(({ key, or = [] }) => [key, ...or]),
  ];
}

/** Changes the type of an assertion. Fields that both types have keep their values and the spelling of their keys. */
export function withAssertionType(assertion: Json | undefined, type: AssertionType): JsonObject {
  const { type: _, ...oldFields } = isJsonObject(assertion) ? assertion : {};
  const { initialContent } = assertionTypeDescriptions[type];
  const sharedEntries = Object.entries(oldFields).filter(([key]) => keysOfAssertionType(type).includes(key));
  const result: JsonObject = { type, ...initialContent };
  for (const [key, value] of sharedEntries)
    if (!(key in initialContent) || typeof value === typeof initialContent[key]) result[key] = value;
  return result;
}
