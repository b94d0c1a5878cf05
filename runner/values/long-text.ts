import { isJsonObject, type Json, jsonIn } from './json.ts';

/**
 * What stands in the place of a text, or of a value in JSON, that is too long to travel with everything around it: its
 * beginning, and where in the log of the run the rest is.
 */
export type LongText = {
  /** A JSON list: the `seq` of the event, then the keys that lead to the text in its payload. */
  at: string;
  /** Of the whole, in bytes, more or less. */
  size: number;
  form: 'text' | 'json';
  preview: string;
};

const MARK = '\u0000long ';

/** Long texts stay texts, so that everything around them keeps its type. */
export function writeLongText({ preview, ...facts }: LongText): string {
  return `${MARK}${JSON.stringify(facts)}\n${preview}`;
}

/** The stand-in that a value is. A text that merely looks like one never comes here: it is replaced by a real one. */
export function longTextOf(value: Json | undefined): LongText | undefined {
  if (typeof value !== 'string' || !looksLong(value)) return undefined;
  const end = value.indexOf('\n');
  const facts = jsonIn(value.slice(MARK.length, end));
  if (!isJsonObject(facts) || typeof facts.at !== 'string' || typeof facts.size !== 'number') return undefined;
  const form = facts.form === 'json' ? 'json' : 'text';
  return { at: facts.at, size: facts.size, form, preview: value.slice(end + 1) };
}

export function looksLong(text: string): boolean {
  return text.startsWith(MARK);
}

/** As much of a text as is here. */
export function shownText(text: string): string {
  const long = longTextOf(text);
  return long === undefined ? text : `${long.preview}…`;
}
