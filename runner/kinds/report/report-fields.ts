import type { Json, JsonObject } from '../../values/index.ts';

/** The fields that there are: JSON has no undefined. */
export function compact(fields: Record<string, Json | undefined>): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept;
}
