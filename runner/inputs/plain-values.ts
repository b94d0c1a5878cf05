import type { Json } from '../values/index.ts';

export function isTextList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Returns true if the schema has to judge none of these. */
export function areAllRead<Value>(values: (Value | undefined)[]): values is Value[] {
  return values.every((value) => value !== undefined);
}
