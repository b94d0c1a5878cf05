import { stopWordList } from './words.ts';

const emailPattern = /^[^\s@]+@[^\s@]+\.[\p{L}]{2,}$/u;
const timePattern = /^\d{1,2}[:.]\d{2}$|^\d{1,2}(?:am|pm)$/i;
const datePattern = /^\d{4}-\d{1,2}-\d{1,2}$/;
const numberWordPattern = /^(?:number|no\.?|nr|id|code)$/i;
const connectingWords = new Set([
  ...stopWordList,
  'no',
  'number',
  'nr',
  'id',
  'is',
  'before',
  'after',
  'until',
  'than',
  'about',
  'it',
]);

/**
 * Returns values in a goal as facts: "a refund for order W2378156" contains a fact with the name "order". When the
 * agent asks for the order number, the user can answer.
 */
export function findFactsInGoal(goal: string): Record<string, string> {
  const words = (goal.match(/\S+/g) ?? []).map((word) => stripPunctuation(word));
  const facts = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const name = guessFactName(word, words.slice(Math.max(0, index - 2), index), words[index + 1] ?? '');
    if (name !== undefined && !facts.has(name)) facts.set(name, word.replace(/^#/, ''));
  }
  return Object.fromEntries(facts);
}

function stripPunctuation(word: string): string {
  return word.replace(/^["'(]+/, '').replace(/(?<!["').,;:!?])["').,;:!?]+$/, '');
}

function guessFactName(value: string, words: readonly string[], after: string): string | undefined {
  if (emailPattern.test(value)) return 'e-mail';
  if (!/\d/.test(value)) return undefined;
  if (timePattern.test(value)) return 'time';
  if (datePattern.test(value)) return 'date';
  if (/^\d{1,3}$/.test(value)) return isNoun(after) ? `number of ${after.toLowerCase()}` : undefined;
  const isIdentifier = /^#?[\p{L}\d][\p{L}\d_-]{3,}$/u.test(value);
  if (!isIdentifier) return undefined;
  const [before = '', last = before] = words;
  if (isNoun(last)) return last.toLowerCase();
  return numberWordPattern.test(last) && isNoun(before) ? `${before} ${last}`.toLowerCase() : undefined;
}

function isNoun(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word) && !connectingWords.has(word.toLowerCase());
}
