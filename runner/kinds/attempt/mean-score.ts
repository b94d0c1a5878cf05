/** The mean of the scores that there are; null without any. */
export function meanScore(parts: readonly { score: number | null }[]): number | null {
  const scores = parts.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
