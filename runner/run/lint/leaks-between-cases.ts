import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { AgentEntry, StandardOrDynamicCase, TestCase } from '../../contract/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import { listTextsInValue } from '../../values/index.ts';
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
    .map((testCase) => ({ testCase, said: joinUserTexts(testCase), own: JSON.stringify(testCase.mocks ?? {}) }));
  // Many cases of a suite forbid the same texts, and each of them is searched in all cases only once.
  const speakers = new Map<string, (typeof texts)[number] | undefined>();
  const findSpeaker = (value: string) => {
    if (!speakers.has(value))
      speakers.set(
        value,
        texts.find((each) => each.said.includes(value)),
      );
    return speakers.get(value);
  };
  return texts.flatMap(({ testCase, said, own }) =>
    (testCase.assertions ?? []).flatMap((assertion): LintFinding[] => {
      if (!isForbiddenText(assertion) || said.includes(assertion.value) || own.includes(assertion.value)) return [];
      const other = findSpeaker(assertion.value);
      if (other === undefined) return [];
      const message = `case ${JSON.stringify(testCase.id)} forbids ${JSON.stringify(assertion.value)}, which only the user of case ${JSON.stringify(other.testCase.id)} says, and cases do not share the variables of the agent; set "isolate": "suite" in the agent to test this`;
      return [{ severity: 'warning', file, line: testCase.line ?? 1, column: 1, message }];
    }),
  );
}

/** Joins what the user says. The assertions of a scripted turn are left out. */
function joinUserTexts(testCase: StandardOrDynamicCase): string {
  const turns = 'turns' in testCase ? (testCase.turns ?? []) : [];
  return [testCase.input ?? null, ...turns.map(({ input }) => input ?? null)].flatMap(listTextsInValue).join('\n');
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
