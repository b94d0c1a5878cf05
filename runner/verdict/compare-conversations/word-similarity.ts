/** The words of a text with how often each occurs, without case. */
export type WordBag = { words: ReadonlyMap<string, number>; size: number };

export function wordBag(text: string): WordBag {
  const words = new Map<string, number>();
  let size = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
    size += 1;
  }
  return { words, size };
}

/** Returns the share of common words, 0 to 1 (Dice's coefficient over bags); two empty texts are alike. */
export function wordSimilarity(one: WordBag, other: WordBag): number {
  if (one.size + other.size === 0) return 1;
  const [small, large] = one.words.size <= other.words.size ? [one, other] : [other, one];
  let shared = 0;
  for (const [word, count] of small.words) shared += Math.min(count, large.words.get(word) ?? 0);
  return (2 * shared) / (one.size + other.size);
}
