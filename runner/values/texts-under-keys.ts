import { isJsonObject } from './json.ts';

/** Decides by a string's key, the string, and the key of the surrounding object. */
type SelectsText = (key: string, text: string, around: string) => boolean;

/** Yields the strings whose key is wanted. List items have the key of their list. */
export function* textsUnderKeys(value: unknown, isWanted: SelectsText, key = '', around = ''): Generator<string> {
  if (typeof value === 'string' && isWanted(key, value, around)) yield value;
  if (Array.isArray(value)) for (const item of value) yield* textsUnderKeys(item, isWanted, key, around);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) yield* textsUnderKeys(member, isWanted, name, key);
}
