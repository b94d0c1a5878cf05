import type { RunEventBody } from '../contract/index.ts';
import { mapTexts } from '../values/index.ts';

/** Keys whose values are words of ours: a secret that happens to be such a word must not break an event. */
const keysOfWords = new Set([
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
const word = /^[a-z]+([._][a-z]+)*$/;
const plainKey = /^[A-Za-z]+$/;

/** The event with secrets masked, keys included; the event itself when it has none, which is nearly always. */
export function redactEvent(body: RunEventBody, redact: (text: string) => string): RunEventBody {
  const text = JSON.stringify(body);
  if (redact(text) === text) return body;
  return mapTexts(body, (value, under) => {
    const isOurs = under === undefined ? plainKey.test(value) : keysOfWords.has(under) && word.test(value);
    return isOurs ? value : redact(value);
  });
}

/** Where no word is longer, a secret that has only begun to come is held back whole. */
const LONGEST_WORD = 200;

/**
 * A text that still grows, with secrets masked. Its last word may be the beginning of one, so it waits for its end;
 * scripts that are written without spaces do not wait.
 */
export function redactGrowing(text: string, redact: (text: string) => string = (same) => same): string {
  const word = /(?<![\x21-\x7e])[\x21-\x7e]*$/.exec(text.slice(-LONGEST_WORD))?.[0] ?? '';
  return redact(text.slice(0, text.length - word.length));
}
