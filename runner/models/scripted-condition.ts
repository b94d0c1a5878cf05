import type { ScriptedRule, TextMatch } from '../contract/index.ts';
import { findFirstDefinedResult, type Json, toJsonText } from '../values/index.ts';
import type { ScriptedRuleInput } from './scripted-rule-input.ts';
import { createTextMatcher, type MatchGroups } from './text-matcher.ts';

/** The groups that regexes captured when the condition holds, else `undefined`. */
export type ScriptedConditionCheck = (view: ScriptedRuleInput) => MatchGroups | undefined;

type RuleCondition = NonNullable<ScriptedRule['when']>;
type PlainCondition = Omit<RuleCondition, 'not'>;

/** Compiles a condition once; a malformed regex throws. */
export function compileCondition(condition: RuleCondition): ScriptedConditionCheck {
  const { not, ...plainCondition } = condition;
  const checks = toConditionChecks(plainCondition);
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
    ...createOptionalCheck(condition.text, (match) => createTextCheck(match, (view) => [view.text])),
    ...createOptionalCheck(condition.reply, (match) => createTextCheck(match, (view) => toTextList(view.reply))),
    ...createOptionalCheck(condition.output, (match) =>
      createTextCheck(match, (view) => toTextList(view.request.output)),
    ),
    ...createOptionalCheck(condition.input, (match) =>
      createTextCheck(match, (view) => toTextList(view.request.input)),
    ),
    ...createOptionalCheck(condition.criteria, (match) =>
      createTextCheck(match, (view) => toTextList(view.request.criteria)),
    ),
    ...createOptionalCheck(condition.persona, (match) =>
      createTextCheck(match, (view) => toTextList(view.request.persona)),
    ),
    ...createOptionalCheck(condition.goal, (match) => createTextCheck(match, (view) => toTextList(view.request.goal))),
    ...createOptionalCheck(condition.any, (match) => createTextCheck(match, (view) => view.spoken)),
    ...createOptionalCheck(condition.system, (match) => createTextCheck(match, (view) => view.system)),
    ...createOptionalCheck(toolResult, (expected) => createToolResultCheck(expected)),
    ...createOptionalCheck(role, (expected) => (view) => (view.role === expected ? {} : undefined)),
    ...createOptionalCheck(turn, (expected) => (view) => (matchesNumber(expected, view.turn) ? {} : undefined)),
    ...createOptionalCheck(sample, (expected) => (view) => (matchesNumber(expected, view.sample) ? {} : undefined)),
    ...createOptionalCheck(
      turnNumber,
      (expected) => (view) => (matchesNumber(expected, view.request.turn_number) ? {} : undefined),
    ),
  ];
}

function createOptionalCheck<Wanted>(
  expected: Wanted | undefined,
  check: (value: Wanted) => ScriptedConditionCheck,
): ScriptedConditionCheck[] {
  return expected === undefined ? [] : [check(expected)];
}

function createTextCheck(
  match: TextMatch,
  textsOf: (view: ScriptedRuleInput) => readonly string[],
): ScriptedConditionCheck {
  const matcher = createTextMatcher(match);
  return (view) => findFirstDefinedResult(textsOf(view), matcher);
}

function createToolResultCheck(expected: NonNullable<RuleCondition['tool_result']>): ScriptedConditionCheck {
  const matcher = expected.text === undefined ? undefined : createTextMatcher(expected.text);
  return (view) =>
    findFirstDefinedResult(view.toolResults, ({ name, text }) => {
      if (expected.name !== undefined && name !== expected.name) return undefined;
      return matcher === undefined ? {} : matcher(text);
    });
}

function matchesNumber(expected: NonNullable<RuleCondition['turn_number']>, actual: Json | undefined): boolean {
  if (typeof actual !== 'number') return false;
  if (typeof expected === 'number') return actual === expected;
  return actual >= (expected.min ?? Number.NEGATIVE_INFINITY) && actual <= (expected.max ?? Number.POSITIVE_INFINITY);
}

function toTextList(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return [toJsonText(value)];
}
