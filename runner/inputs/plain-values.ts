import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

export function isTextList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** An object that schemas copy as it is. */
export function isPlainObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, '__proto__');
}

/** Returns true if the schema has to judge none of these. */
export function areAllRead<Value>(values: (Value | undefined)[]): values is Value[] {
  return values.every((value) => value !== undefined);
}
