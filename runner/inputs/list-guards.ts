import type { Json } from '../values/index.ts';

export function isTextList(value: Json): value is string[] {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (typeof item !== 'string') return false;
  return true;
}

/** Returns true if all values were parsed. `undefined` means that a value has to be parsed with the schema. */
export function areAllDefined<Value>(values: (Value | undefined)[]): values is Value[] {
  return values.every((value) => value !== undefined);
}
