const SIGNIFICANCE_LEVEL = 0.05;

/**
 * The significance level minus a tolerance. Because of rounding, a p-value that equals the level might be slightly
 * lower; it must never count as below the level.
 */
export const LEVEL_WITH_TOLERANCE = SIGNIFICANCE_LEVEL * (1 - 1e-9);

export function isSignificantP(p: number): boolean {
  return p <= LEVEL_WITH_TOLERANCE;
}
