import type { ScriptedRule, TextMatch } from '../contract/index.ts';
import { firstDefinedResult, type Json, jsonText } from '../values/index.ts';
import type { ScriptedRuleInput } from './scripted-view.ts';
import { type MatchGroups, textMatcher } from './text-matcher.ts';

/** The groups that regexes captured when the condition holds, else `undefined`. */
export type ScriptedConditionCheck = (view: ScriptedRuleInput) => MatchGroups | undefined;

type RuleCondition = NonNullable<ScriptedRule['when']>;
type PlainCondition = Omit<RuleCondition, 'not'>;

/** Compiles a condition once; a malformed regex throws. */
export function compileCondition(condition: RuleCondition): ScriptedConditionCheck {
  const { not, ...plain } = condition;
  const checks = toConditionChecks(plain);
  const excluded = not === undefined ? undefined : toConditionChecks(not);
  return (view) => {
    const groups = matchAllConditions(checks, view);
    if (groups === undefined) return undefined;
    return excluded !== undefined && matchAllConditions(excluded, view) !== undefined ? undefined : groups;
  };
}

function matchAllConditions(
  checks: readonly ScriptedConditionCheck[],
  view: ScriptedRuleInput,
): MatchGroups | undefined {
  let all: MatchGroups = {};
  for (const check of checks) {
    const groups = check(view);
    if (groups === undefined) return undefined;
    all = { ...groups, ...all };
  }
  return all;
}

function toConditionChecks(condition: PlainCondition): ScriptedConditionCheck[] {
  const { role, turn, sample, turn_number: turnNumber, tool_result: toolResult } = condition;
  return [
    ...checkIfGiven(condition.text, (match) => textCheck(match, (view) => [view.text])),
    ...checkIfGiven(condition.reply, (match) => textCheck(match, (view) => toTexts(view.reply))),
    ...checkIfGiven(condition.output, (match) => textCheck(match, (view) => toTexts(view.request.output))),
    ...checkIfGiven(condition.input, (match) => textCheck(match, (view) => toTexts(view.request.input))),
    ...checkIfGiven(condition.criteria, (match) => textCheck(match, (view) => toTexts(view.request.criteria))),
    ...checkIfGiven(condition.persona, (match) => textCheck(match, (view) => toTexts(view.request.persona))),
    ...checkIfGiven(condition.goal, (match) => textCheck(match, (view) => toTexts(view.request.goal))),
    ...checkIfGiven(condition.any, (match) => textCheck(match, (view) => view.spoken)),
    ...checkIfGiven(condition.system, (match) => textCheck(match, (view) => view.system)),
    ...checkIfGiven(toolResult, (expected) => toolResultCheck(expected)),
    ...checkIfGiven(role, (expected) => (view) => (view.role === expected ? {} : undefined)),
    ...checkIfGiven(turn, (expected) => (view) => (numberMatches(expected, view.turn) ? {} : undefined)),
    ...checkIfGiven(sample, (expected) => (view) => (numberMatches(expected, view.sample) ? {} : undefined)),
    ...checkIfGiven(
      turnNumber,
      (expected) => (view) => (numberMatches(expected, view.request.turn_number) ? {} : undefined),
    ),
  ];
}

function checkIfGiven<Wanted>(
  expected: Wanted | undefined,
  check: (value: Wanted) => ScriptedConditionCheck,
): ScriptedConditionCheck[] {
  return expected === undefined ? [] : [check(expected)];
}

function textCheck(match: TextMatch, textsOf: (view: ScriptedRuleInput) => readonly string[]): ScriptedConditionCheck {
  const matcher = textMatcher(match);
  return (view) => firstDefinedResult(textsOf(view), matcher);
}

function toolResultCheck(expected: NonNullable<RuleCondition['tool_result']>): ScriptedConditionCheck {
  const matcher = expected.text === undefined ? undefined : textMatcher(expected.text);
  return (view) =>
    firstDefinedResult(view.toolResults, ({ name, text }) => {
      if (expected.name !== undefined && name !== expected.name) return undefined;
      return matcher === undefined ? {} : matcher(text);
    });
}

function numberMatches(expected: NonNullable<RuleCondition['turn_number']>, actual: Json | undefined): boolean {
  if (typeof actual !== 'number') return false;
  if (typeof expected === 'number') return actual === expected;
  return actual >= (expected.min ?? Number.NEGATIVE_INFINITY) && actual <= (expected.max ?? Number.POSITIVE_INFINITY);
}

function toTexts(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return [jsonText(value)];
}
