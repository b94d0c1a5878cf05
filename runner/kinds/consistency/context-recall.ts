import { computeEditDistance } from '../../values/index.ts';

/** The contexts that an agent retrieved, and the reference contexts. */
type ContextLists = { retrieved: readonly string[]; reference: readonly string[] };

/**
 * Returns how much of the reference was retrieved: the mean, over the reference texts, of the best match. Null if
 * either side is empty.
 */
export function computeContextRecall({ retrieved, reference }: ContextLists): number | null {
  if (retrieved.length === 0 || reference.length === 0) return null;
  const candidates = retrieved.map(splitCharacters);
  const best = reference.map((text) => computeBestSimilarity(splitCharacters(text), candidates));
  return best.reduce((sum, likeness) => sum + likeness, 0) / best.length;
}

/**
 * Returns the similarity of two texts, from 0 to 1: one minus the edit distance divided by the longer length. Two empty
 * texts are alike.
 */
export function computeTextSimilarity(left: string, right: string): number {
  return computeCharacterSimilarity(splitCharacters(left), splitCharacters(right));
}

/** Splits a text by code points, so that surrogate pairs stay whole. */
function splitCharacters(text: string): string[] {
  return [...text];
}

function computeBestSimilarity(reference: readonly string[], candidates: readonly (readonly string[])[]): number {
  let best = 0;
  for (const candidateContext of candidates) {
    // Skips the edit distance if the difference in length alone makes a better match impossible.
    if (maxSimilarityByLength(reference, candidateContext) > best)
      best = Math.max(best, computeCharacterSimilarity(reference, candidateContext));
  }
  return best;
}

function maxSimilarityByLength(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : Math.min(left.length, right.length) / longer;
}

function computeCharacterSimilarity(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - computeEditDistance(left, right) / longer;
}
