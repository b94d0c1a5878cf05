import { inspect, isDeepStrictEqual, types } from 'node:util';

/** A value of a script in the form in which it is sent to the host: JSON. */
type PlainJson = null | boolean | number | string | PlainJson[] | { [key: string]: PlainJson };

/**
 * Compares two values by their structure. Ignores key order, classes, and whether a member is missing or undefined;
 * everything else counts. Unlike a comparison as JSON, it distinguishes NaN, dates and maps.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(toComparable(left, new Map()), toComparable(right, new Map()));
}

/** Converts a value to JSON for the report. Values without a JSON form become the text that Node prints for them. */
export function toPlainValue(value: unknown): PlainJson {
  try {
    return JSON.parse(JSON.stringify(value, replaceNonJsonValue) ?? JSON.stringify(inspect(value)));
  } catch {
    return inspect(value);
  }
}

/** Formats a value on one line, for failure messages. */
export function formatValueForMessage(value: unknown): string {
  if (types.isNativeError(value)) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value);
  return inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200, maxArrayLength: 20 });
}

function toComparable(value: unknown, visited: Map<object, unknown>): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  const existing = visited.get(value);
  if (existing !== undefined) return existing;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    visited.set(value, items);
    for (const item of value) items.push(toComparable(item, visited));
    return items;
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  const members: Record<string, unknown> = Object.create(null);
  visited.set(value, members);
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members[key] = toComparable(member, visited);
  }
  return members;
}

function replaceNonJsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return inspect(value);
  if (types.isNativeError(value)) return String(value);
  if (types.isMap(value) || types.isSet(value)) return inspect(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
