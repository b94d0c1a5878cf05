import { mapStrings } from '../values/index.ts';

/**
 * Keys whose values come from a fixed set of words. If a secret equals such a word, masking it would make the event
 * invalid.
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
 * Returns the event, or a part of it, with secrets masked in values and keys. Nearly all events contain no secret; then
 * the same object is returned.
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
 * The maximum length of a word that is held back until it is complete, so that a partly streamed secret is never shown.
 */
const MAX_HELD_BACK_LENGTH = 200;

/**
 * Masks secrets in a text that is still growing. Its last word is held back, because it may be the start of a secret,
 * except in scripts without spaces between words.
 */
export function redactStreamedText(text: string, redact: (text: string) => string = (same) => same): string {
  const lastWord = /(?<![\x21-\x7e])[\x21-\x7e]*$/.exec(text.slice(-MAX_HELD_BACK_LENGTH))?.[0] ?? '';
  return redact(text.slice(0, text.length - lastWord.length));
}
