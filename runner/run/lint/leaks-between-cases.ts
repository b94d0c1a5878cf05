import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { AgentEntry, StandardOrDynamicCase, TestCase } from '../../contract/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import type { LintFinding } from './lint-finding.ts';

/**
 * Finds cases that forbid a text which only the user of another case says, if the agent cannot pass it on: the
 * variables of a module are not shared by cases unless it has `isolate: "suite"`.
 */
export function findImpossibleLeaks(
  { file, agent }: { file: string; agent: AgentEntry | undefined },
  cases: readonly TestCase[],
): LintFinding[] {
  if (agent?.type !== 'module' || agent.isolate === 'suite') return [];
  const texts = cases
    .filter(isStandardOrDynamicCase)
    .map((testCase) => ({ testCase, said: listUserTexts(testCase), own: JSON.stringify(testCase.mocks ?? {}) }));
  return texts.flatMap(({ testCase, said, own }) =>
    (testCase.assertions ?? []).flatMap((assertion): LintFinding[] => {
      if (!isForbiddenText(assertion) || said.includes(assertion.value) || own.includes(assertion.value)) return [];
      const other = texts.find((each) => each.said.includes(assertion.value));
      if (other === undefined) return [];
      const message = `case ${JSON.stringify(testCase.id)} forbids ${JSON.stringify(assertion.value)}, which only the user of case ${JSON.stringify(other.testCase.id)} says, and cases do not share the variables of the agent; set "isolate": "suite" in the agent to test this`;
      return [{ severity: 'warning', file, line: testCase.line ?? 1, column: 1, message }];
    }),
  );
}

function listUserTexts(testCase: StandardOrDynamicCase): string {
  return JSON.stringify([testCase.input, 'turns' in testCase ? testCase.turns : undefined]);
}

/** A shorter text may be a part of any word. */
const MIN_LENGTH = 3;

type Assertion = NonNullable<StandardOrDynamicCase['assertions']>[number];

function isForbiddenText(assertion: Assertion): assertion is Assertion & { value: string } {
  return (
    (assertion.type === 'contains' || assertion.type === 'not_contains') &&
    isForbiddingAssertion(assertion) &&
    typeof assertion.value === 'string' &&
    assertion.value.length >= MIN_LENGTH
  );
}
