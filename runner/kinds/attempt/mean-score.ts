/** Returns the mean of the known scores; null if no score is known. */
export function computeMeanScore(scoredItems: readonly { score: number | null }[]): number | null {
  const scores = scoredItems.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
