import type { Assertion } from '../../contract/index.ts';
import type { JsonPath } from '../../values/index.ts';

/** The assertions of one place of a case, and its path. */
export type AssertionList = { rules: readonly Assertion[]; path: JsonPath };
