import type { ScoreRange } from '../contract/index.ts';

const SCORE_TOLERANCE = 1e-9;
const ACCURACY_TOLERANCE = 1e-6;

/**
 * Returns true if a score is in its range, including both limits. Always false for a value that is not a finite number.
 */
export function isInRange(score: number | null, { min, max }: ScoreRange): boolean {
  return score !== null && Number.isFinite(score) && score >= min - SCORE_TOLERANCE && score <= max + SCORE_TOLERANCE;
}

/**
 * Returns the distance of a score from its range: 0 inside, negative below it, positive above it; null without a score.
 */
export function computeDistanceFromRange(score: number | null, range: ScoreRange): number | null {
  if (score === null || !Number.isFinite(score)) return null;
  if (isInRange(score, range)) return 0;
  return score < range.min ? score - range.min : score - range.max;
}

/** Formats a range for reports: `0.85-1`. */
export function formatRange({ min, max }: ScoreRange): string {
  return `${min}-${max}`;
}

/** Returns the agent id from a scorer name of the form `agent:<id>`. */
export function parseScorerAgentId(scorer: string): string | undefined {
  return /^agents?:(.+)$/.exec(scorer)?.[1];
}

/** Returns true if an accuracy reaches its threshold, within the rounding tolerance; false if there is no accuracy. */
export function reachesThreshold(accuracy: number | null, threshold: number): boolean {
  return accuracy !== null && accuracy >= threshold - ACCURACY_TOLERANCE;
}
