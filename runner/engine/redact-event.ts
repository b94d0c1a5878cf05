import { mapStrings } from '../values/index.ts';

/**
 * Keys whose values are words of a fixed set. They are not masked even if a secret equals such a word, because the
 * event would become invalid.
 */
const enumValueKeys = new Set([
  'type',
  'kind',
  'status',
  'role',
  'part',
  'phase',
  'state',
  'origin',
  'scope',
  'outcome',
  'endReason',
  'by',
  'severity',
  'confidence',
]);
const enumValuePattern = /^[a-z]+([._][a-z]+)*$/;
const letterOnlyKeyPattern = /^[A-Za-z]+$/;

/**
 * Masks secrets in the keys and values of an event. Returns the same object if there are none, as in nearly all events.
 */
export function redactEvent<Body extends object>(body: Body, redact: (text: string) => string): Body {
  const text = JSON.stringify(body);
  if (redact(text) === text) return body;
  return mapStrings(body, (value, parentKey) => {
    const isOwnWord =
      parentKey === undefined
        ? letterOnlyKeyPattern.test(value)
        : enumValueKeys.has(parentKey) && enumValuePattern.test(value);
    return isOwnWord ? value : redact(value);
  });
}

/**
 * The maximum number of characters that are held back until a word is complete, so that no part of a secret is shown.
 */
const MAX_HELD_BACK_LENGTH = 200;

/**
 * Masks secrets in a text that is still growing. Leaves out its last word, which may be the beginning of a secret,
 * except in writing systems without spaces.
 */
export function redactStreamedText(text: string, redact: (text: string) => string = (same) => same): string {
  const lastWord = /(?<![\x21-\x7e])[\x21-\x7e]*$/.exec(text.slice(-MAX_HELD_BACK_LENGTH))?.[0] ?? '';
  return redact(text.slice(0, text.length - lastWord.length));
}
