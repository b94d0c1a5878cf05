const LEVEL = 0.05;

/** A p value that equals the level exactly may be computed a little larger or smaller: it never counts as below. */
export const ROUNDED_LEVEL = LEVEL * (1 - 1e-9);

export function isBelowLevel(p: number): boolean {
  return p <= ROUNDED_LEVEL;
}
