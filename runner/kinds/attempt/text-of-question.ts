import { isForbiddingAssertion, requiresText } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { listTextsInValue } from '../../values/index.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

type AnsweredCase = Pick<CaseWithAnswers, 'rules' | 'inputs'> & {
  /** `simulator` of a conversation plays the user. */
  testCase: Pick<StandardOrDynamicCase, 'mocks'> & { simulator?: unknown };
};

/**
 * Finds cases whose rules on the answer hold for the message of the user as well, if the answer is what the case is
 * about: no rule reads a call, or the case lets a tool fail.
 */
export function findRulesThatQuestionSatisfies({
  testCase: { mocks = {}, simulator },
  rules,
  inputs,
}: AnsweredCase): string[] {
  // A simulated user repeats the words of the agent's questions.
  if (simulator !== undefined) return [];
  const required = rules.filter((rule) => !isForbiddingAssertion(rule));
  const readCalls = required.filter(({ type }) => type === 'tool_called' || type === 'tools');
  if (readCalls.length > 0 && !JSON.stringify(mocks).includes('"fault":')) return [];
  const onAnswer = required.filter(({ type }) => !typesBesideAnswer.has(type));
  const questions = listTextsInValue(inputs).filter((text) => text.trim().split(/\s+/).length >= MIN_WORDS);
  const [first] = onAnswer;
  if (first === undefined || onAnswer.some((rule) => !isTextRule(rule))) return [];
  if (!onAnswer.every((rule) => questions.some((question) => acceptsText(rule, question)))) return [];
  const value = JSON.stringify('value' in first ? (first.value ?? null) : null);
  return [`${first.type} ${value} also holds for the message of the user; require a text that only a good answer has`];
}

/** The words of shorter messages, such as a greeting, are part of ordinary answers. */
const MIN_WORDS = 3;

/** Rules that say nothing about the text of an answer. */
const typesBesideAnswer: ReadonlySet<Assertion['type']> = new Set(['tool_called', 'tools', 'limits']);

/** A rule on blanks or signs is reported when it is loaded, because any sentence has them. */
function isTextRule(rule: Assertion): boolean {
  return requiresText(rule) && 'value' in rule && /[\p{L}\d]/u.test(JSON.stringify(rule.value ?? ''));
}
