/** Formats a score with at most three decimals; a dash if there is none. */
export function formatScoreOrDash(score: number | null): string {
  return score === null ? '–' : String(Number(score.toFixed(3)));
}
