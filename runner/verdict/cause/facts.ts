import { getLongTextPreview, type Json } from '../../values/index.ts';

/** The maximum number of characters that are compared; of longer texts only the beginning is compared. */
export const MAX_SEARCHED_TEXT = 20_000;

/** Returns the words and numbers of a text in a normalized form: `1,497.50` becomes `1497.5`. */
export function extractFacts(text: string): Set<string> {
  const tokens = getLongTextPreview(text)
    .slice(0, MAX_SEARCHED_TEXT)
    .toLowerCase()
    .match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)*/gu);
  return new Set((tokens ?? []).map(normalizeFact));
}

/** Returns facts that rarely match by chance: numbers and identifiers. A single digit is not specific enough. */
export function filterSpecificFacts(facts: Iterable<string>): Set<string> {
  return new Set([...facts].filter((fact) => fact.length > 1 && /\d/.test(fact)));
}

/**
 * Returns the specific facts in a JSON value. Tool results may be long and contain mostly words, so only text near
 * digits is searched.
 */
export function extractSpecificFactsOfJson(value: Json | undefined): Set<string> {
  return extractSpecificFacts(value === undefined ? '' : JSON.stringify(value));
}

export function extractSpecificFacts(whole: string): Set<string> {
  const text = whole.slice(0, MAX_SEARCHED_TEXT);
  const facts = new Set<string>();
  const digits = /\d+(?:[.,]\d+)*/g;
  for (let match = digits.exec(text); match !== null; match = digits.exec(text)) {
    let [start, end] = [match.index, match.index + match[0].length];
    while (start > 0 && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isNameCharacter(text.charCodeAt(end))) end += 1;
    digits.lastIndex = end;
    if (end - start > 1) facts.add(normalizeFact(text.slice(start, end).toLowerCase()));
  }
  return facts;
}

/** True for letters, digits, `-`, `_` and `@`. Every character outside of ASCII counts as a letter. */
function isNameCharacter(code: number): boolean {
  const letter = code | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f || code === 0x40 || code > 0x7f;
}

/** Returns the facts in all values of a JSON value, without the names of its members. */
export function extractFactsOfJson(value: Json | undefined): Set<string> {
  const texts: string[] = [];
  const collectFacts = (part: Json): void => {
    if (Array.isArray(part)) part.forEach(collectFacts);
    else if (part !== null && typeof part === 'object') Object.values(part).forEach(collectFacts);
    else texts.push(String(part));
  };
  if (value !== undefined) collectFacts(value);
  return extractFacts(texts.join('\n'));
}

export function haveCommonFact(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  for (const fact of small) if (large.has(fact)) return true;
  return false;
}

function normalizeFact(fact: string): string {
  if (!/^\d+(?:[.,]\d+)*$/.test(fact)) return fact;
  const plain = fact.replaceAll(/,(?=\d{3}(?!\d))/g, '').replace(',', '.');
  return Number.isFinite(Number(plain)) ? String(Number(plain)) : fact;
}
