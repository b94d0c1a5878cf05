import type { ScriptedRule, TextMatch } from '../contract/index.ts';
import { firstFound, type Json, jsonText } from '../values/index.ts';
import type { ScriptedView } from './scripted-view.ts';
import { type Groups, textMatcher } from './text-matcher.ts';

/** The groups that regexes captured when the condition holds, else `undefined`. */
export type Condition = (view: ScriptedView) => Groups | undefined;

type RuleCondition = NonNullable<ScriptedRule['when']>;
type PlainCondition = Omit<RuleCondition, 'not'>;

/** Compiles a condition once; a malformed regex throws. */
export function compileCondition(condition: RuleCondition): Condition {
  const { not, ...plain } = condition;
  const checks = toChecks(plain);
  const excluded = not === undefined ? undefined : toChecks(not);
  return (view) => {
    const groups = holdAll(checks, view);
    if (groups === undefined) return undefined;
    return excluded !== undefined && holdAll(excluded, view) !== undefined ? undefined : groups;
  };
}

function holdAll(checks: readonly Condition[], view: ScriptedView): Groups | undefined {
  let all: Groups = {};
  for (const check of checks) {
    const groups = check(view);
    if (groups === undefined) return undefined;
    all = { ...groups, ...all };
  }
  return all;
}

function toChecks(condition: PlainCondition): Condition[] {
  const { role, turn, sample, turn_number: turnNumber, tool_result: toolResult } = condition;
  return [
    ...when(condition.text, (match) => textCheck(match, (view) => [view.text])),
    ...when(condition.reply, (match) => textCheck(match, (view) => toTexts(view.reply))),
    ...when(condition.output, (match) => textCheck(match, (view) => toTexts(view.request.output))),
    ...when(condition.input, (match) => textCheck(match, (view) => toTexts(view.request.input))),
    ...when(condition.criteria, (match) => textCheck(match, (view) => toTexts(view.request.criteria))),
    ...when(condition.persona, (match) => textCheck(match, (view) => toTexts(view.request.persona))),
    ...when(condition.goal, (match) => textCheck(match, (view) => toTexts(view.request.goal))),
    ...when(condition.any, (match) => textCheck(match, (view) => view.spoken)),
    ...when(condition.system, (match) => textCheck(match, (view) => view.system)),
    ...when(toolResult, (expected) => toolResultCheck(expected)),
    ...when(role, (expected) => (view) => (view.role === expected ? {} : undefined)),
    ...when(turn, (expected) => (view) => (numberMatches(expected, view.turn) ? {} : undefined)),
    ...when(sample, (expected) => (view) => (numberMatches(expected, view.sample) ? {} : undefined)),
    ...when(turnNumber, (expected) => (view) => (numberMatches(expected, view.request.turn_number) ? {} : undefined)),
  ];
}

function when<Wanted>(expected: Wanted | undefined, check: (value: Wanted) => Condition): Condition[] {
  return expected === undefined ? [] : [check(expected)];
}

function textCheck(match: TextMatch, textsOf: (view: ScriptedView) => readonly string[]): Condition {
  const matcher = textMatcher(match);
  return (view) => firstFound(textsOf(view), matcher);
}

function toolResultCheck(expected: NonNullable<RuleCondition['tool_result']>): Condition {
  const matcher = expected.text === undefined ? undefined : textMatcher(expected.text);
  return (view) =>
    firstFound(view.toolResults, ({ name, text }) => {
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
