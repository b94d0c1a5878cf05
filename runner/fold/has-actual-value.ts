import type { AssertionResult } from '../contract/index.ts';

/**
 * Returns true if the check saw a value. If `expected` is set, a missing `actual` was undefined, which JSON cannot
 * store.
 */
export function hasActualValue({ expected, actual }: AssertionResult): boolean {
  return actual !== undefined || expected !== undefined;
}
