import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

const internedKeys: ReadonlySet<string> = new Set(
  'tags assert simulator checkpoints turns never options metadata mocks inject'.split(' '),
);

/**
 * Reduces memory by letting cases share equal parts: if a part of a case equals the same part of the previous case,
 * including the order of keys, the previous object is used for both. Shared parts are frozen. Changes the case in
 * place.
 */
export function createCasePartInterner(): (source: Json) => void {
  let before: JsonObject = {};
  return (source) => {
    if (!isJsonObject(source)) return;
    for (const key in source) {
      const member = source[key];
      if (!isContainer(member) || !internedKeys.has(key)) continue;
      const earlier = before[key];
      if (!isContainer(earlier) || !isSameJson(member, earlier)) continue;
      deepFreeze(earlier);
      source[key] = earlier;
    }
    before = source;
  };
}

type JsonContainer = Json[] | JsonObject;

function isContainer(value: Json | undefined): value is JsonContainer {
  return typeof value === 'object' && value !== null;
}

function isSameJson(value: Json | undefined, other: Json | undefined): boolean {
  if (value === other) return true;
  if (!isContainer(value) || !isContainer(other)) return false;
  if (Array.isArray(value)) {
    return (
      Array.isArray(other) &&
      value.length === other.length &&
      value.every((item, index) => isSameJson(item, other[index]))
    );
  }
  return !Array.isArray(other) && haveSameProperties(value, other);
}

function haveSameProperties(value: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(other);
  let index = 0;
  for (const key in value) {
    if (key !== keys[index] || !isSameJson(value[key], other[key])) return false;
    index += 1;
  }
  return index === keys.length;
}

/** Freezes a value that several cases share, together with everything that it contains. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}
