import type { AssertionResult } from '../contract/index.ts';

/** Returns true if the check saw a value. JSON has no undefined: a missing actual beside an expected one was that. */
export function hasActual({ expected, actual }: AssertionResult): boolean {
  return actual !== undefined || expected !== undefined;
}
