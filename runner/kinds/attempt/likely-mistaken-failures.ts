import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { findAuthorMistake } from '../../assertions/find-author-mistake.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';

/** Types of rules that name a part of an answer. If the name is misspelt, such a rule fails for every answer. */
const typesThatNameAPart: ReadonlySet<Assertion['type']> = new Set(['json_path', 'state', 'tool_result']);

/**
 * Returns reasons why failed rules may be wrong although the case is expected to fail: the answer contains almost what
 * a rule names, so the rule may have a typo. Nobody would notice it, because the failure is expected.
 */
export function explainLikelyMistakenFailures(failedRules: readonly Assertion[], subject: Subject): string[] {
  const slips = failedRules.flatMap((assertion) =>
    typesThatNameAPart.has(assertion.type) && !isForbiddingAssertion(assertion)
      ? (findAuthorMistake({ assertion, isForbidden: true }, subject) ?? [])
      : [],
  );
  return [...new Set(slips)].map((mistake) => `this expected failure may be a mistake in the case: ${mistake}`);
}
