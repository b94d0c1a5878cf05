import { jsonEquals } from '../assertions/json-equals.ts';
import type { CaseResult } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

export type EndState = NonNullable<CaseResult['state']>;
export type StateChange = EndState['changes'][number];

/** Returns what was added, removed or changed between two states, as the smallest parts that differ. */
export function findStateChanges(before: Json, after: Json, path = '$'): StateChange[] {
  if (jsonEquals(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return findItemChanges(before, after, path);
  if (isJsonObject(before) && isJsonObject(after)) return findPropertyChanges(before, after, path);
  return [{ kind: 'changed', path, before, after }];
}

function findPropertyChanges(before: JsonObject, after: JsonObject, path: string): StateChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const getOwnValue = (value: JsonObject): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
    return findChangesAtPath(getOwnValue(before), getOwnValue(after), appendKeyToPath(path, key));
  });
}

function findChangesAtPath(before: Json | undefined, after: Json | undefined, path: string): StateChange[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'added', path, after }];
  return after === undefined ? [{ kind: 'removed', path, before }] : findStateChanges(before, after, path);
}

/**
 * Items with an `id` are matched by this `id`, wherever they are in the list. Other lists are compared by position,
 * without the items at the start and end that are equal.
 */
function findItemChanges(before: readonly Json[], after: readonly Json[], path: string): StateChange[] {
  const [left, right] = [indexById(before), indexById(after)];
  if (left !== undefined && right !== undefined) {
    return [
      ...[...left].flatMap(([id, index]) => {
        const now = right.get(id);
        return findChangesAtPath(before[index], now === undefined ? undefined : after[now], `${path}[${now ?? index}]`);
      }),
      ...[...right].flatMap(([id, index]) =>
        left.has(id) ? [] : findChangesAtPath(undefined, after[index], `${path}[${index}]`),
      ),
      ...findOrderChange(before, after, { left, right, path }),
    ];
  }
  const { start, end } = countEqualEnds(before, after);
  const length = Math.max(before.length, after.length) - start - end;
  return Array.from({ length }, (_, offset) => start + offset).flatMap((index) =>
    findChangesAtPath(
      index < before.length - end ? before[index] : undefined,
      index < after.length - end ? after[index] : undefined,
      `${path}[${index}]`,
    ),
  );
}

type ItemsById = ReadonlyMap<Json, number>;

/** Maps the `id` of each item to its index; undefined unless every item has a unique `id`. */
function indexById(items: readonly Json[]): ItemsById | undefined {
  const ids = new Map<Json, number>();
  for (const [index, item] of items.entries()) {
    const id = isJsonObject(item) ? item.id : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    ids.set(id, index);
  }
  return ids.size === items.length ? ids : undefined;
}

/** Returns a change if both lists have the same items in a different order. */
function findOrderChange(
  before: readonly Json[],
  after: readonly Json[],
  { left, right, path }: { left: ItemsById; right: ItemsById; path: string },
): StateChange[] {
  const common = [...left.keys()].filter((id) => right.has(id));
  const now = [...right.keys()].filter((id) => left.has(id));
  if (common.every((id, index) => id === now[index])) return [];
  return [{ kind: 'changed', path, before: [...before], after: [...after] }];
}

function countEqualEnds(before: readonly Json[], after: readonly Json[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  const isSameItem = (left: number, right: number) => jsonEquals(before[left] ?? null, after[right] ?? null);
  let start = 0;
  while (start < shorter && isSameItem(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSameItem(before.length - 1 - end, after.length - 1 - end)) end += 1;
  return { start, end };
}

function appendKeyToPath(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}["${key.replaceAll(/["\\]/g, String.raw`\$&`)}"]`;
}
