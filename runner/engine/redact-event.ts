import { mapStrings } from '../values/index.ts';

/**
 * Keys whose values are from a fixed set of words. If a secret equals such a word, masking it would break the event.
 */
const keysWithFixedWords = new Set([
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
const fixedWordPattern = /^[a-z]+([._][a-z]+)*$/;
const letterKeyPattern = /^[A-Za-z]+$/;

/**
 * Returns the event, or a part of it, with secrets masked in values and keys. Nearly always there are none, and the
 * same object is returned.
 */
export function redactEvent<Body extends object>(body: Body, redact: (text: string) => string): Body {
  const text = JSON.stringify(body);
  if (redact(text) === text) return body;
  return mapStrings(body, (value, parentKey) => {
    const isOwnWord =
      parentKey === undefined
        ? letterKeyPattern.test(value)
        : keysWithFixedWords.has(parentKey) && fixedWordPattern.test(value);
    return isOwnWord ? value : redact(value);
  });
}

/** Words up to this length are held back until they are complete, so a partly streamed secret never shows. */
const MAX_HELD_BACK_LENGTH = 200;

/**
 * Masks secrets in a text that is still growing. Its last word is held back, because it may be the start of a secret,
 * except in scripts without spaces between words.
 */
export function redactGrowingText(text: string, redact: (text: string) => string = (same) => same): string {
  const lastWord = /(?<![\x21-\x7e])[\x21-\x7e]*$/.exec(text.slice(-MAX_HELD_BACK_LENGTH))?.[0] ?? '';
  return redact(text.slice(0, text.length - lastWord.length));
}
