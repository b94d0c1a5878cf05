import type { AssertionResult } from '../contract/index.ts';

/**
 * Returns true if the check had an actual value. If `expected` is set and `actual` is missing, the actual value was
 * undefined, which JSON cannot store.
 */
export function hasActualValue({ expected, actual }: AssertionResult): boolean {
  return actual !== undefined || expected !== undefined;
}
