import { isJsonObject } from './json.ts';

/** A function that decides whether to select a string, by its key, its text, and the key of the surrounding object. */
type IsTextWanted = (key: string, text: string, parentKey: string) => boolean;

/** Yields the strings that are selected by their key. List items have the key of their list. */
export function* findTextsUnderKeys(
  value: unknown,
  isWanted: IsTextWanted,
  key = '',
  parentKey = '',
): Generator<string> {
  if (typeof value === 'string' && isWanted(key, value, parentKey)) yield value;
  if (Array.isArray(value)) for (const item of value) yield* findTextsUnderKeys(item, isWanted, key, parentKey);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) yield* findTextsUnderKeys(member, isWanted, name, key);
}

/** Lists all strings of a value, without the keys. */
export function listTextsInValue(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTextsInValue) : [];
}
