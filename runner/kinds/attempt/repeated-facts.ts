import escapeStringRegexp from 'escape-string-regexp';
import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue } from '../../values/index.ts';

type AnsweredConversation = {
  testCase: Pick<StandardOrDynamicCase, 'id' | 'name'>;
  rules: readonly Assertion[];
  /** The messages of the user, one for each turn. */
  inputs: readonly Json[];
  answers: readonly string[];
  toolCalls: readonly ToolCallWithTurn[];
};

/**
 * Finds values that the agent had to remember, according to the name of the case, although the user told them again in
 * the message of the turn in which they are required.
 */
export function findRepeatedFacts({ testCase, rules, inputs, answers, toolCalls }: AnsweredConversation): string[] {
  if (inputs.length < 2 || !aboutMemory.test(`${testCase.id} ${testCase.name ?? ''}`)) return [];
  const messages = inputs.map((input) => listTextsInValue(input).join('\n'));
  const isTold = (value: string, turn: number) => hasWords(messages[turn - 1] ?? '', value);
  const required = rules.flatMap((rule) => listRequiredValues(rule, { answers, toolCalls }));
  const remembered = required.flatMap(({ value, turns }) => {
    const later = turns.filter((turn) => messages.slice(0, turn - 1).some((message) => hasWords(message, value)));
    return later.length === 0 ? [] : [{ value, turns: later }];
  });
  const [first] = remembered;
  if (first === undefined) return [];
  // A single value that the agent had to remember is enough for such a case.
  if (!remembered.every(({ value, turns }) => turns.every((turn) => isTold(value, turn)))) return [];
  return [
    `the user says ${JSON.stringify(first.value)} again in turn ${first.turns[0]}, so the agent need not remember it; leave it out of that message`,
  ];
}

const aboutMemory =
  /\b(?:remembers?|remembered|recalls?|memory|memori[sz]es?|keeps? in mind|still knows?|(?:does not|doesn['’]t|never) forgets?|without asking again)\b/i;

type RequiredValue = { value: string; turns: number[] };

/** Returns the texts and numbers that a rule requires, each with the turns in which the agent used it. */
function listRequiredValues(
  rule: Assertion,
  { answers, toolCalls }: Pick<AnsweredConversation, 'answers' | 'toolCalls'>,
): RequiredValue[] {
  if (isForbiddingAssertion(rule)) return [];
  if (rule.type === 'contains' && typeof rule.value === 'string') {
    const turns = answers.flatMap((answer, index) => (acceptsText(rule, answer) ? [index + 1] : []));
    return [{ value: rule.value, turns }];
  }
  if (rule.type !== 'tool_called') return [];
  const { names, arguments: args = {} } = parseExpectedCall(rule);
  const values = Object.values(args).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [value] : [],
  );
  return values.map((value) => {
    const calls = toolCalls.filter(
      (call) =>
        names.some((name) => isToolNamed(call, name)) &&
        isJsonObject(call.arguments) &&
        Object.values(call.arguments).includes(value),
    );
    return { value: String(value), turns: calls.flatMap(({ turn }) => turn ?? []) };
  });
}

function hasWords(text: string, words: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeStringRegexp(words)}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}
