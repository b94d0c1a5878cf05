import { isJsonObject, type Json } from '@/runner/values';

const MAX_LEVELS = 4;
const MAX_LEAVES = 60;

/**
 * Flattens a JSON value to its leaves by path, in order; a value nested too deeply or with too many leaves stays
 * whole.
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
