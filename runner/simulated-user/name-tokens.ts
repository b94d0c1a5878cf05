import { numberAbbreviationPattern, stopWordList, synonymGroups } from './words.ts';

/** Matches a word; in scripts without spaces, a single character. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+|#/gu;
const stopWords = new Set(stopWordList);

const asciiTextPattern = /^[\t\n\r -~]*$/;

/** Converts a text to lower case, with plain apostrophes and hyphens. */
export function normalizeText(text: string): string {
  if (asciiTextPattern.test(text)) return text.toLowerCase().replaceAll('`', "'");
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/[‐‑‒–—]/g, '-');
}

/** Returns the words of a normalized text without their endings. */
export function stemWordsOfText(normalizedText: string): string[] {
  return (
    normalizedText.replaceAll("'s", '').replaceAll(numberAbbreviationPattern, '$1 number').match(wordPattern) ?? []
  ).map(stemWord);
}

/** Removes the usual English endings, so that "numbers" and "number", "shipping" and "ship" become the same word. */
function stemWord(text: string): string {
  let stem = text;
  if (/^[a-z]{4,}$/.test(stem)) {
    if (/ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`;
    else if (/(?:ss|x|ch|sh|z)es$/.test(stem)) stem = stem.slice(0, -2);
    else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
    const base = stem.replace(/(?:ing|ed)$/, '');
    if (base !== stem && base.length > 2 && /[aeiouy]/.test(base)) stem = base.replace(/([bdgmnprt])\1$/, '$1');
    if (stem.length > 4) stem = stem.replace(/e$/, '');
  }
  return stem;
}

type WordPhrase = { stems: readonly string[]; words: readonly string[] };

/** Phrases with their standard words, indexed by the first stem of the phrase; longer phrases come first. */
const phrasesByFirstStem: ReadonlyMap<string, readonly WordPhrase[]> = Map.groupBy(
  synonymGroups
    .flatMap(([standardWord = '', ...others]) => {
      const stems = stemWordsOfText(standardWord);
      const words = stems.length === 1 ? [`@${standardWord}`] : stems.flatMap(toStandardWordForms);
      return [standardWord, ...others].map((phrase): WordPhrase => ({ stems: stemWordsOfText(phrase), words }));
    })
    .sort((left, right) => right.stems.length - left.stems.length),
  ({ stems }) => stems[0] ?? '',
);

/** Finds the phrases that begin at a word, the longest first. */
function findPhrasesAt(stems: readonly string[], at: number): readonly WordPhrase[] {
  const candidates = phrasesByFirstStem.get(stems[at] ?? '');
  return candidates === undefined
    ? []
    : candidates.filter((phrase) => phrase.stems.every((stem, index) => stem === stems[at + index]));
}

function toStandardWordForms(stem: string): string[] {
  const wordOfSynonym = synonymGroups.find(
    ([standardWord = '']) => stemWordsOfText(standardWord).join(' ') === stem,
  )?.[0];
  return [wordOfSynonym === undefined ? stem : `@${wordOfSynonym}`];
}

/** Returns the words that a sentence must contain to ask for a name. Synonyms are replaced by a standard word. */
export function extractNameWords(name: string): string[] {
  const stems = stemWordsOfText(normalizeText(name));
  const words: string[] = [];
  for (let index = 0; index < stems.length; ) {
    const [phrase] = findPhrasesAt(stems, index);
    if (phrase !== undefined) words.push(...phrase.words);
    else if (!stopWords.has(stems[index] ?? '')) words.push(stems[index] ?? '');
    index += phrase?.stems.length ?? 1;
  }
  return words.length === 0 ? stems : words;
}

/** Returns a key that is equal for two names if the same words ask for both; empty if no words can ask for the name. */
export function buildNameKey(name: string): string {
  return extractNameWords(name).toSorted().join(' ');
}

/** The position of a word: tokens from `start` up to, but not including, `end`. */
export type TokenSpan = { start: number; end: number; isInsidePhrase: boolean };

/** The positions of each word of a sentence, under its own stem and under the standard word of each phrase. */
export function indexWordSpans(stems: readonly string[]): ReadonlyMap<string, TokenSpan[]> {
  const spans = new Map<string, TokenSpan[]>();
  const addSpan = (key: string, span: TokenSpan): void => {
    const earlierSpans = spans.get(key);
    if (earlierSpans === undefined) spans.set(key, [span]);
    else earlierSpans.push(span);
  };
  let coveredTo = 0;
  for (const [index, stem] of stems.entries()) {
    const isInsidePhrase = index < coveredTo;
    addSpan(stem, { start: index, end: index + 1, isInsidePhrase });
    for (const { words, stems: own } of findPhrasesAt(stems, index)) {
      const end = index + own.length;
      for (const standardWord of words)
        addSpan(standardWord, { start: index, end, isInsidePhrase: isInsidePhrase && end <= coveredTo });
      if (own.length > 1 && words.length === 1) coveredTo = Math.max(coveredTo, end);
    }
  }
  return spans;
}
