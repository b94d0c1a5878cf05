import type { AssertionResult } from '../contract/index.ts';

/** Whether the check saw a value. JSON has no undefined, so an actual value that is missing beside an expected one was that. */
export function hasActual({ expected, actual }: AssertionResult): boolean {
  return actual !== undefined || expected !== undefined;
}
