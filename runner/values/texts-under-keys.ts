import { isJsonObject } from './json.ts';

/** A text of nested lists and objects, its key, and the key of the object that it stands in. */
type IsWanted = (key: string, text: string, around: string) => boolean;

/** Yields the texts whose own key is wanted; those of a list have the key of the list. */
export function* textsUnderKeys(value: unknown, isWanted: IsWanted, key = '', around = ''): Generator<string> {
  if (typeof value === 'string' && isWanted(key, value, around)) yield value;
  if (Array.isArray(value)) for (const item of value) yield* textsUnderKeys(item, isWanted, key, around);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) yield* textsUnderKeys(member, isWanted, name, key);
}
