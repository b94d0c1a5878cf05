const LEVEL = 0.05;

/**
 * The level minus a tolerance: a p value equal to the level could be rounded up or down, so it never counts as below.
 */
export const ROUNDED_LEVEL = LEVEL * (1 - 1e-9);

export function isSignificantP(p: number): boolean {
  return p <= ROUNDED_LEVEL;
}
