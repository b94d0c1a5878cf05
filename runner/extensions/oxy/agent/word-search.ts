import { readBounded } from '../../../host/bounded-file.ts';
import { isOutsideFolder } from '../../../scripts/folder-containment.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import type { Json } from '../../../values/index.ts';
import { listMatchingFiles } from './read-contexts.ts';

/** Searches files for the passages that share the rarest words with a text, the best passage first. */
export type WordSearch = (query: string) => Json;

/** A note in every result, because this search replaces oxy's own. */
export const wordSearchWarning = 'word search, not the embedding search of oxy';

/** The maximum length of a passage in characters. Longer files are split. */
const MAX_PASSAGE_LENGTH = 4_000;
const MAX_PASSAGES = 20_000;

/**
 * The parameters of BM25, a ranking function, with their usual values: the saturation of repeated words (k1), and the
 * length normalization (b).
 */
const BM25_K1 = 1.2;
const BM25_B = 0.75;

type SearchablePassage = { id: string; content: string; counts: Map<string, number>; length: number };
type SearchedFiles = { src: readonly string[]; maxPassages: number };

/** Creates an index of the files that match the patterns `src`; undefined if they contain no text. */
export function createFileSearch(root: string, { src, maxPassages }: SearchedFiles): WordSearch | undefined {
  const files = src
    .flatMap((pattern) => listMatchingFiles(pattern, root))
    .filter((file) => !isOutsideFolder(root, file));
  const passages = [...new Set(files)].flatMap((file) => {
    const id = toRelativePath(root, file);
    return splitPassages(id, readBounded(file, { name: id }));
  });
  return passages.length === 0 ? undefined : createPassageSearch(passages.slice(0, MAX_PASSAGES), maxPassages);
}

function createPassageSearch(passages: readonly SearchablePassage[], maxPassages: number): WordSearch {
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / passages.length;
  const passageCountByWord = new Map<string, number>();
  for (const { counts } of passages)
    for (const word of counts.keys()) passageCountByWord.set(word, (passageCountByWord.get(word) ?? 0) + 1);
  const computeWordWeight = (word: string): number => {
    const count = passageCountByWord.get(word) ?? 0;
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  };
  const scorePassage = ({ counts, length }: SearchablePassage, queryWords: ReadonlySet<string>): number => {
    const share = BM25_K1 * (1 - BM25_B + (BM25_B * length) / averageLength);
    let score = 0;
    for (const word of queryWords) {
      const count = counts.get(word) ?? 0;
      score += (computeWordWeight(word) * count * (BM25_K1 + 1)) / (count + share);
    }
    return score;
  };
  return (query) => {
    const queryWords = new Set(splitIntoWords(query));
    return passages
      .map((passage) => ({ passage, score: scorePassage(passage, queryWords) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, maxPassages)
      .map(({ passage: { id, content } }) => ({ id, content }));
  };
}

function splitPassages(file: string, text: string): SearchablePassage[] {
  return splitIntoPassageTexts(text).map((content, index) => {
    const words = splitIntoWords(content);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id: index === 0 ? file : `${file}#${index + 1}`, content, counts, length: words.length };
  });
}

/** Paragraphs are not split if they are short enough. */
function splitIntoPassageTexts(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const paragraph of text.split(/\n(?=\s*\n)/)) {
    if (piece !== '' && piece.length + paragraph.length > MAX_PASSAGE_LENGTH) {
      pieces.push(piece);
      piece = '';
    }
    piece += piece === '' ? paragraph.trimStart() : `\n${paragraph}`;
    while (piece.length > MAX_PASSAGE_LENGTH) {
      pieces.push(piece.slice(0, MAX_PASSAGE_LENGTH));
      piece = piece.slice(MAX_PASSAGE_LENGTH);
    }
  }
  return piece.trim() === '' ? pieces : [...pieces, piece];
}

/**
 * Splits a text in any writing system into words. `monthly_active_users` and `monthlyUsers` consist of several words;
 * `users` counts as `user`.
 */
function splitIntoWords(text: string): string[] {
  // Created on demand, because creating the first segmenter takes long, and most runs need none.
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .flatMap(({ segment }) => segment.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\s_.]+/))
    .filter((word) => word !== '')
    .map((word) =>
      word
        .normalize('NFKC')
        .toLowerCase()
        .replace(/(?<=[a-z]{3})s$/, ''),
    );
}
