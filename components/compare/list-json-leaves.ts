import { isJsonObject, type Json } from '@/runner/values';

const MAX_LEVELS = 4;
const MAX_LEAVES = 60;

/**
 * Lists the leaves of a JSON value by their paths, in order. Values below the maximum depth are not split further. A
 * value with too many leaves is returned as a single leaf.
 */
export function listJsonLeaves(value: Json | undefined): Map<string, Json> {
  const leaves = new Map<string, Json>();
  if (value !== undefined) collectLeaves(value, '', MAX_LEVELS, leaves);
  return leaves.size > MAX_LEAVES && value !== undefined ? new Map([['', value]]) : leaves;
}

function collectLeaves(value: Json, path: string, levels: number, leaves: Map<string, Json>): void {
  const childValues = levels === 0 ? [] : childValuesWithPaths(value, path);
  if (childValues.length === 0) leaves.set(path, value);
  for (const [name, childValue] of childValues) collectLeaves(childValue, name, levels - 1, leaves);
}

function childValuesWithPaths(value: Json, path: string): [string, Json][] {
  if (Array.isArray(value)) return value.map((item, index) => [`${path}[${index}]`, item]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, item]) => [path === '' ? key : `${path}.${key}`, item]);
}
