import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import type { AssertionResult, CaseStatus, StandardOrDynamicCase } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import type { RegradeReport } from '../../reporters/regrade/regrade-report.ts';

type RegradedRules = {
  suiteKey: string;
  testCase: StandardOrDynamicCase;
  before: CaseStatus;
  results: readonly AssertionResult[] | undefined;
};

/**
 * Counts the attempts in which each inferred rule holds; attempts that passed in their run are also counted separately.
 */
export function createInferredRuleTally() {
  const byCase = new Map<string, RegradeReport['inferred']>();
  return {
    add({ suiteKey, testCase, before, results = [] }: RegradedRules): void {
      if (testCase.inferred === undefined || results.length === 0) return;
      const key = caseKey(suiteKey, testCase.id);
      const rules =
        byCase.get(key) ?? describeRules(testCase.inferred).map((rule) => createRuleCount(suiteKey, testCase.id, rule));
      byCase.set(key, rules);
      for (const [index, rule] of rules.entries()) {
        const count = before === 'passed' ? rule.passed : rule.others;
        count.of += 1;
        if (results[index]?.status === 'passed') count.holds += 1;
      }
    },
    rules: () => [...byCase.values()].flat(),
  };
}

function createRuleCount(suiteKey: string, caseId: string, rule: string): RegradeReport['inferred'][number] {
  return { suiteKey, caseId, rule, passed: { holds: 0, of: 0 }, others: { holds: 0, of: 0 } };
}

/** Describes the inferred rules, in the same order as their results. */
function describeRules({ assertions, never, checkpoints }: NonNullable<StandardOrDynamicCase['inferred']>): string[] {
  const describeAssertion = (assertion: (typeof assertions)[number]): string => {
    const { check, wanted: condition, negate } = toAssertionCondition(assertion);
    return `${negate === true ? 'not ' : ''}${check} ${condition}`;
  };
  return [
    ...assertions.map(describeAssertion),
    ...never.map((rule) => `never ${describeAssertion(rule)}`),
    ...checkpoints.map(({ id }) => `checkpoint ${id}`),
  ];
}
