import { isJsonObject, type Json, type JsonObject, tryParseJson } from './json.ts';

/**
 * A placeholder for a string or JSON value that is too long to send along: its beginning, and the place in the run's
 * log where the whole value is.
 */
export type LongText = {
  /**
   * The position of the text as a JSON list: the `seq` of the event, then the keys that lead to the text in the event's
   * payload.
   */
  at: string;
  /** The approximate size of the whole text in bytes. */
  size: number;
  form: 'text' | 'json';
  preview: string;
};

const LONG_TEXT_PREFIX = '\u0000long ';
/** The only key of an object that serves as the placeholder of a long object value. */
const PLACEHOLDER_KEY = '…';

/** Writes the placeholder of a long string. It is also a string, so that types do not change. */
export function serializeLongText({ preview, ...facts }: LongText): string {
  return `${LONG_TEXT_PREFIX}${JSON.stringify(facts)}\n${preview}`;
}

/** Writes the placeholder of a value that must stay an object. */
export function wrapLongTextInObject(longText: LongText): JsonObject {
  return { [PLACEHOLDER_KEY]: serializeLongText(longText) };
}

/**
 * Reads the placeholder of a long text; undefined for other values. A user's text that looks like a placeholder cannot
 * be mistaken for one, because such a text is always replaced by a real placeholder.
 */
export function parseLongText(value: Json | undefined): LongText | undefined {
  const text = isLongTextObject(value) ? value[PLACEHOLDER_KEY] : value;
  if (typeof text !== 'string' || !isLongTextPlaceholder(text)) return undefined;
  const end = text.indexOf('\n');
  const facts = tryParseJson(text.slice(LONG_TEXT_PREFIX.length, end));
  if (!isJsonObject(facts) || typeof facts.at !== 'string' || typeof facts.size !== 'number') return undefined;
  const form = facts.form === 'json' ? 'json' : 'text';
  return { at: facts.at, size: facts.size, form, preview: text.slice(end + 1) };
}

function isLongTextObject(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && PLACEHOLDER_KEY in value && Object.keys(value).length === 1;
}

export function isLongTextPlaceholder(text: string): boolean {
  return text.startsWith(LONG_TEXT_PREFIX);
}

/** Returns the text, or the beginning of a long text if only its placeholder is given. */
export function getLongTextPreview(text: string): string {
  const longText = parseLongText(text);
  return longText === undefined ? text : `${longText.preview}…`;
}
