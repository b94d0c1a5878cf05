import { splitIntoWords } from './parse-search.ts';
import { type PassageField, passageFields, type SearchPassage } from './passages-of-result.ts';

/** An excerpt of the text around a match; parts with `isHit` are the matched words. */
export type SearchExcerpt = { field: PassageField; parts: { text: string; isHit: boolean }[] };

const EXCERPT_CONTEXT_LENGTH = 120;

/** Cuts an excerpt from the field that contains the most of the searched words. */
export function makeExcerpt(passage: SearchPassage, needles: readonly string[]): SearchExcerpt {
  const candidates = passageFields
    .map((field) => ({ field, hits: findHits(passage[field], needles) }))
    .sort((left, right) => countDistinctNeedles(right.hits) - countDistinctNeedles(left.hits));
  const best = candidates[0] ?? { field: 'agent' as const, hits: [] };
  return { field: best.field, parts: cutPassage(passage[best.field], best.hits) };
}

type TextHit = { start: number; end: number; needle: string };

function findHits(text: string, needles: readonly string[]): TextHit[] {
  const hits: TextHit[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)) {
    for (const hit of findHitsInWord(word, needles))
      hits.push({ ...hit, start: index + hit.start, end: index + hit.end });
  }
  return hits;
}

/** Compares words as the full-text index does: ignoring case and accents. */
function findHitsInWord(word: string, needles: readonly string[]): TextHit[] {
  const plainWord = withoutAccents(word);
  const subwords = splitIntoWords(word);
  if (subwords.length > 1) {
    return [...word].flatMap((letter, start) =>
      needles.includes(letter) ? [{ start, end: start + letter.length, needle: letter }] : [],
    );
  }
  const needle = needles.find((each) => plainWord.startsWith(withoutAccents(each)));
  return needle === undefined ? [] : [{ start: 0, end: word.length, needle }];
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function countDistinctNeedles(hits: readonly TextHit[]): number {
  return new Set(hits.map(({ needle }) => needle)).size;
}

function cutPassage(text: string, hits: readonly TextHit[]): SearchExcerpt['parts'] {
  const first = hits[0]?.start ?? 0;
  const from = indexOfWordStart(text, Math.max(0, first - EXCERPT_CONTEXT_LENGTH));
  const to = Math.min(text.length, first + EXCERPT_CONTEXT_LENGTH * 2);
  const excerptParts: SearchExcerpt['parts'] = [{ text: from > 0 ? '…' : '', isHit: false }];
  let position = from;
  for (const { start, end } of hits.filter((hit) => hit.start >= from && hit.end <= to)) {
    excerptParts.push(
      { text: text.slice(position, start), isHit: false },
      { text: text.slice(start, end), isHit: true },
    );
    position = end;
  }
  excerptParts.push({ text: `${text.slice(position, to).toWellFormed()}${to < text.length ? '…' : ''}`, isHit: false });
  return excerptParts.filter((excerptPart) => excerptPart.text !== '');
}

function indexOfWordStart(text: string, position: number): number {
  if (position === 0) return 0;
  const spaceIndex = text.indexOf(' ', position);
  return spaceIndex === -1 || spaceIndex > position + 20 ? position : spaceIndex + 1;
}
