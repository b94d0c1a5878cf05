import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';

/** Returns the value of the first of these attributes that exists and is not null. */
export function getFirstAttribute(attributes: JsonObject, ...names: string[]): Json | undefined {
  for (const name of names) if (Object.hasOwn(attributes, name) && attributes[name] !== null) return attributes[name];
  return undefined;
}

export function getTextAttribute(attributes: JsonObject, ...names: string[]): string | undefined {
  const value = getFirstAttribute(attributes, ...names);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function getNumberAttribute(attributes: JsonObject, ...names: string[]): number | undefined {
  const value = getFirstAttribute(attributes, ...names);
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Reads a value that some SDKs write as JSON text and others as a plain value. */
export function parseDataAttribute(attributes: JsonObject, ...names: string[]): Json | undefined {
  const value = getFirstAttribute(attributes, ...names);
  return typeof value === 'string' ? (tryParseJson(value) ?? value) : value;
}

/** Like `parseDataAttribute`, for a list whose items may be JSON text as well. */
export function parseListAttribute(attributes: JsonObject, ...names: string[]): Json[] {
  const value = parseDataAttribute(attributes, ...names);
  if (!Array.isArray(value)) return value === undefined ? [] : [value];
  return value.map((item) => (typeof item === 'string' ? (tryParseJson(item) ?? item) : item));
}

/** Groups `prefix.0.…`, `prefix.1.…` into objects, in numeric order. */
export function groupNumberedAttributes(attributes: JsonObject, prefix: string): JsonObject[] {
  const items = new Map<number, [string, Json][]>();
  for (const [name, value] of Object.entries(attributes)) {
    const [, number, memberName] = name.startsWith(`${prefix}.`)
      ? (/^(\d+)\.(.+)$/s.exec(name.slice(prefix.length + 1)) ?? [])
      : [];
    if (number === undefined || memberName === undefined) continue;
    const item = items.get(Number(number)) ?? [];
    item.push([memberName, value]);
    items.set(Number(number), item);
  }
  return [...items].toSorted(([left], [right]) => left - right).map(([, item]) => Object.fromEntries(item));
}

/** Returns the attributes that start with `prefix`, with the prefix removed. */
export function selectAttributesByPrefix(
  attributes: JsonObject,
  prefix: string,
  exceptNames: readonly string[] = [],
): JsonObject | undefined {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, Json][] => {
    const memberName = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return memberName === '' || exceptNames.includes(memberName) ? [] : [[memberName, value]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function toObjectOrUndefined(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
