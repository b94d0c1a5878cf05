import type { AuthoredCase, InferredRules, TestCase } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';

/** The lists of a case whose rules may be inferred. */
export const ruleLists = ['assert', 'never', 'checkpoints'] as const;

/** Separates accepted rules from inferred rules. A list without rules is left out. */
export function splitInferredRules(authored: AuthoredCase): { accepted: AuthoredCase; inferred?: InferredRules } {
  const { assert = [], never = [], checkpoints = [] } = authored;
  const inferred = {
    assertions: assert.filter(isInferred),
    never: never.filter(isInferred),
    checkpoints: checkpoints.filter(isInferred),
  };
  if (Object.values(inferred).every(({ length }) => length === 0)) return { accepted: authored };
  const acceptedCase = {
    ...authored,
    assert: keepAcceptedRules(authored.assert),
    never: keepAcceptedRules(authored.never),
    checkpoints: keepAcceptedRules(authored.checkpoints),
  };
  return { accepted: acceptedCase, inferred };
}

/** Returns the number of inferred rules that nobody has accepted yet. */
export function countInferredRules(testCase: TestCase): number {
  if (!('inferred' in testCase) || testCase.inferred === undefined) return 0;
  const { assertions, never, checkpoints } = testCase.inferred;
  return assertions.length + never.length + checkpoints.length;
}

/**
 * Removes inferred rules from a case before it is hashed. They do not affect the verdict, so adding them does not start
 * a new history of the case.
 */
export function removeInferredRules(source: Json): Json {
  if (!isJsonObject(source) || !ruleLists.some((key) => hasInferredRules(source[key]))) return source;
  const content = { ...source };
  for (const key of ruleLists) {
    const rules = content[key];
    if (!hasInferredRules(rules)) continue;
    const list = Array.isArray(rules) ? rules : [];
    const acceptedRules = list.filter((rule) => !isInferredRuleSource(rule));
    // `infer --write` puts inferred rules before a rule that stands alone instead of in a list, and after the rules of
    // a list.
    const [onlyRule = null] = acceptedRules;
    if (acceptedRules.length === 0) delete content[key];
    else content[key] = acceptedRules.length === 1 && isInferredRuleSource(list[0]) ? onlyRule : acceptedRules;
  }
  return content;
}

function keepAcceptedRules<Rule extends { inferred?: true | undefined }>(
  rules: Rule[] | undefined,
): Rule[] | undefined {
  const acceptedRules = rules?.filter((rule) => !isInferred(rule)) ?? [];
  return acceptedRules.length === 0 ? undefined : acceptedRules;
}

function isInferred({ inferred }: { inferred?: true | undefined }): boolean {
  return inferred === true;
}

function hasInferredRules(rules: Json | undefined): boolean {
  return Array.isArray(rules) ? rules.some(isInferredRuleSource) : isInferredRuleSource(rules);
}

/** True for a rule that is marked as inferred in the source. */
export function isInferredRuleSource(rule: Json | undefined): boolean {
  return isJsonObject(rule) && rule.inferred === true;
}
