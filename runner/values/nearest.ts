import { distance } from 'fastest-levenshtein';

/** The candidate that `word` was probably meant to be, for "did you mean …?"; `undefined` when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const lowerWord = word.toLowerCase();
  let best: string | undefined;
  let fewestEdits = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = allowedDistance(lowerWord, candidate);
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const edits = typingDistance(lowerWord, candidate.toLowerCase(), limit);
    if (edits > limit || edits >= fewestEdits) continue;
    best = candidate;
    fewestEdits = edits;
  }
  return best;
}

/** One letter too many, too few or another, or two neighbours swapped. */
export function isOneTypoAway(word: string, candidate: string): boolean {
  return typingDistance(word.toLowerCase(), candidate.toLowerCase(), 1) === 1;
}

/** A third of the letters may differ, one in short words, never all. */
function allowedDistance(word: string, candidate: string): number {
  const length = Math.max(word.length, candidate.length);
  return Math.min(length - 1, Math.max(1, Math.floor(length / 3)));
}

/** Insertions, deletions, substitutions and a swap of neighbours, which saves one of the two edits the library counts. */
function typingDistance(word: string, candidate: string, limit: number): number {
  const edits = distance(word, candidate);
  if (edits > limit + 1) return edits;
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
  return Math.min(edits, ...swapped.map((text) => distance(text, candidate) + 1));
}
