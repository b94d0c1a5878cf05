import { distance } from 'fastest-levenshtein';

/**
 * Returns the candidate that `word` was probably meant to be, for "did you mean …?"; `undefined` if none is similar
 * enough.
 */
export function findNearestWord(word: string, candidates: Iterable<string>): string | undefined {
  const lowerWord = word.toLowerCase();
  let best: string | undefined;
  let fewestEdits = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = getAllowedEditDistance(lowerWord, candidate);
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const edits = computeTypingDistance(lowerWord, candidate.toLowerCase(), limit);
    if (edits > limit || edits >= fewestEdits) continue;
    best = candidate;
    fewestEdits = edits;
  }
  return best;
}

/**
 * True if the words differ by one letter that is added, missing or different, or by two adjacent letters that are
 * swapped.
 */
export function isOneTypoAway(word: string, candidate: string): boolean {
  return computeTypingDistance(word.toLowerCase(), candidate.toLowerCase(), 1) === 1;
}

/** Returns how many letters of a word may differ: up to a third of the letters, at least one, never all. */
function getAllowedEditDistance(word: string, candidate: string): number {
  const length = Math.max(word.length, candidate.length);
  return Math.min(length - 1, Math.max(1, Math.floor(length / 3)));
}

/**
 * Returns an edit distance in which a swap of adjacent letters counts as one edit; in the library's distance, it counts
 * as two.
 */
function computeTypingDistance(word: string, candidate: string, limit: number): number {
  const edits = distance(word, candidate);
  if (edits > limit + 1) return edits;
  const wordsWithSwap = Array.from(
    { length: word.length - 1 },
    (_, index) => word.slice(0, index) + word.charAt(index + 1) + word.charAt(index) + word.slice(index + 2),
  );
  return Math.min(edits, ...wordsWithSwap.map((text) => distance(text, candidate) + 1));
}
