/** The mean of the scores that there are; null without any. */
export function meanScore(parts: readonly { score: number | null }[]): number | null {
  const known = parts.flatMap(({ score }) => (score === null ? [] : [score]));
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}
