const LEVEL = 0.05;

/**
 * The significance level minus a tolerance. A p-value equal to the level could be rounded up or down, so it must never
 * count as below the level.
 */
export const ROUNDED_LEVEL = LEVEL * (1 - 1e-9);

export function isSignificantP(p: number): boolean {
  return p <= ROUNDED_LEVEL;
}
