import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { findAuthorMistake } from '../../assertions/find-author-mistake.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';

/** Types of rules that name a part of an answer. If the name is misspelt, such a rule fails for every answer. */
const typesThatNameAPart: ReadonlySet<Assertion['type']> = new Set(['json_path', 'state', 'tool_result']);

/**
 * Returns why the failed rules of a case that is expected to fail may be mistaken: the answer contains nearly what a
 * rule names. Otherwise nobody would notice the mistake, because the case is expected to fail.
 */
export function explainLikelyMistakenFailures(failedRules: readonly Assertion[], subject: Subject): string[] {
  const slips = failedRules.flatMap((assertion) =>
    typesThatNameAPart.has(assertion.type) && !isForbiddingAssertion(assertion)
      ? (findAuthorMistake({ assertion, isForbidden: true }, subject) ?? [])
      : [],
  );
  return [...new Set(slips)].map((mistake) => `this expected failure may be a mistake in the case: ${mistake}`);
}
