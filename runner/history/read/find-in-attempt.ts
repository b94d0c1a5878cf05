import { setImmediate as breathe } from 'node:timers/promises';
import type { AttemptId } from '../../fold/index.ts';
import { type LongText, parseLongText } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { getAttemptState } from './get-attempt-state.ts';
import { createBodyReader } from './read-body.ts';

const MAX_MATCHES = 1_000;
const EXCERPT_CONTEXT_LENGTH = 200;
/**
 * The maximum number of characters of JSON that is formatted; formatting longer JSON would cause a noticeable delay.
 */
const MAX_FORMATTED_LENGTH = 1_000_000;

/** A match in a long text: the text around it, and how many matches the excerpt contains before it. */
export type TextMatch = { excerpt: string; before: number };

/** The matches in the long texts of an attempt, by `LongText.at`. `more` is true if some matches are left out. */
export type AttemptTextMatches = { found: Record<string, TextMatch[]>; more: boolean };

type FindRequest = AttemptId & { text: string };

/**
 * Searches the long texts of an attempt, ignoring case. A light attempt contains only the beginnings of these texts.
 */
export async function findInAttempt(
  database: Database,
  runId: string,
  { text, ...key }: FindRequest,
  signal: AbortSignal,
): Promise<AttemptTextMatches> {
  const needle = text.toLowerCase();
  const { turns, result } = getAttemptState(database, runId, { ...key, bodies: 'light' });
  const placesByText: Record<string, TextMatch[]> = {};
  let remaining = MAX_MATCHES;
  if (needle === '') return { found: placesByText, more: false };
  const readBody = createBodyReader(database, runId, key);
  const turnTexts = turns.map(({ input, response, error }) => [input, response, error]);
  for (const longText of listLongTextsInValue([result?.input, turnTexts])) {
    signal.throwIfAborted();
    await breathe();
    const textMatches = findTextMatches(
      toDisplayedText(readBody(longText.at), longText, needle),
      needle,
      remaining + 1,
    );
    if (textMatches.length > 0) placesByText[longText.at] = textMatches.slice(0, remaining);
    remaining -= textMatches.length;
    if (remaining < 0) return { found: placesByText, more: true };
  }
  return { found: placesByText, more: false };
}

function* listLongTextsInValue(value: unknown): Generator<LongText> {
  if (typeof value === 'string') {
    const longText = parseLongText(value);
    if (longText !== undefined) yield longText;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* listLongTextsInValue(member);
  }
}

const TOKEN_SEPARATOR_PATTERN = /[\s:,[\]{}]+/;

/**
 * Returns the text of a value as the page shows it: as indented JSON, although the history stores it compact.
 * Formatting matters only for a search text with spaces or JSON punctuation, in values that contain all its parts.
 */
function toDisplayedText(body: string, { form }: LongText, needle: string): string {
  if (form !== 'json' || !TOKEN_SEPARATOR_PATTERN.test(needle) || body.length > MAX_FORMATTED_LENGTH) return body;
  const lowerCaseBody = body.toLowerCase();
  const hasAll = needle.split(TOKEN_SEPARATOR_PATTERN).every((token) => lowerCaseBody.includes(token));
  return hasAll ? JSON.stringify(JSON.parse(body), undefined, 2) : '';
}

function findTextMatches(text: string, searchText: string, maxMatches: number): TextMatch[] {
  const lowerCaseText = text.toLowerCase();
  const textMatches: TextMatch[] = [];
  for (
    let position = lowerCaseText.indexOf(searchText);
    position >= 0 && textMatches.length < maxMatches;
    position = lowerCaseText.indexOf(searchText, position + searchText.length)
  ) {
    const start = Math.max(0, position - EXCERPT_CONTEXT_LENGTH);
    const before = lowerCaseText.slice(start, position).split(searchText).length - 1;
    textMatches.push({
      excerpt: text.slice(start, position + searchText.length + EXCERPT_CONTEXT_LENGTH).toWellFormed(),
      before,
    });
  }
  return textMatches;
}
