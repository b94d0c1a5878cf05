import type { Assertion } from '../../contract/index.ts';
import type { JsonPath } from '../../values/index.ts';

/** The assertions at one path of a case, and this path. */
export type AssertionList = { rules: readonly Assertion[]; path: JsonPath };
