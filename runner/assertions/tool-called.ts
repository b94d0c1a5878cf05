import type { ToolCall } from '../contract/index.ts';
import { canonicalJson, type Json, type JsonObject } from '../values/index.ts';
import { type JudgedOutcome, toExpectationOutcome } from './assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { displayName, hasArguments, hasFailed, isToolNamed } from './match-tool.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './to-plain-text.ts';

type ExpectedCall = { names: readonly string[]; arguments?: JsonObject };

export const toolCalled: AssertionRules<'tool_called'> = {
  judge: ({ assertion, subject }) => judgeToolCalled(assertion, subject),
  problems: argumentMatchingProblems,
  wanted: (assertion) => {
    const { names, arguments: args } = expectedCall(assertion);
    const call = args === undefined ? names.join(' or ') : `${names.join(' or ')}(${canonicalJson(args)})`;
    return [call, ...describeConditions(assertion)].join(' ');
  },
  parts: () => ['tools'],
  tools: (assertion) => expectedCall(assertion).names,
  satisfiedBy(assertion) {
    const { names, arguments: args } = expectedCall(assertion);
    if (assertion.times !== undefined) return undefined;
    return (call) => names.some((name) => isToolNamed(call, name)) && callFitsConditions(call, args, assertion);
  },
  readsOutput: false,
  readsText: false,
  excludes: excludesCalls,
};

function judgeToolCalled(assertion: AssertionOf<'tool_called'>, subject: Subject): JudgedOutcome {
  const expectation = expectedCall(assertion);
  const named = subject.toolCalls.filter((call) => expectation.names.some((name) => isToolNamed(call, name)));
  const fitting = named.filter((call) => callFitsConditions(call, expectation.arguments, assertion));
  const { min, max } = toCallCountRange(assertion.times);
  const relevantCalls = expectation.arguments === undefined || named.length === 0 ? subject.toolCalls : named;
  return toExpectationOutcome({
    holds: fitting.length >= min && fitting.length <= max,
    about: 'the agent',
    verb: () => [describeExpectation(expectation), ...describeConditions(assertion)].join(' '),
    expected: expectedJson(assertion),
    actual: () => relevantCalls.map(callAsJson),
    got: () => (relevantCalls.length === 0 ? 'no tool calls' : relevantCalls.map(formatCall).join(', ')),
  });
}

/** True when the maximum is zero, so the assertion forbids calls. */
export function excludesCalls({ times }: AssertionOf<'tool_called'>): boolean {
  return toCallCountRange(times).max === 0;
}

/** True when any number of calls is allowed, including none. */
export function allowsAllCalls({ times }: AssertionOf<'tool_called'>): boolean {
  const { min, max } = toCallCountRange(times);
  return min === 0 && max === Number.POSITIVE_INFINITY;
}

/** The tools that must be called; empty when the assertion may hold without a call. */
export function listRequiredTools(assertion: AssertionOf<'tool_called'>): readonly string[] {
  const isNeeded = assertion.negate !== true && toCallCountRange(assertion.times).min > 0 && !excludesCalls(assertion);
  return isNeeded ? expectedCall(assertion).names : [];
}

/** The tools that an assertion only requires to be called at all, with any arguments and result. */
export function listToolsMatchedByAnyCall(assertion: AssertionOf<'tool_called'>): readonly string[] {
  const { names, arguments: args } = expectedCall(assertion);
  const { min, max } = toCallCountRange(assertion.times);
  const isAnyNumber = max === 0 || (min <= 1 && max === Number.POSITIVE_INFINITY);
  return args === undefined && assertion.succeeded === undefined && isAnyNumber ? names : [];
}

function toCallCountRange(times: AssertionOf<'tool_called'>['times']): { min: number; max: number } {
  if (typeof times === 'number') return { min: times, max: times };
  return { min: times === undefined ? 1 : (times.min ?? 0), max: times?.max ?? Number.POSITIVE_INFINITY };
}

function callFitsConditions(
  call: ToolCall,
  args: JsonObject | undefined,
  assertion: AssertionOf<'tool_called'>,
): boolean {
  if (assertion.succeeded !== undefined && assertion.succeeded === hasFailed(call)) return false;
  return args === undefined || hasArguments(call, args, assertion);
}

/** Describes the conditions of a call other than its name and arguments. */
function describeConditions({ times, succeeded }: AssertionOf<'tool_called'>): string[] {
  const conditions: string[] = [];
  if (succeeded !== undefined) conditions.push(succeeded ? 'without an error' : 'with an error');
  if (times === undefined) return conditions;
  if (typeof times === 'number') return [...conditions, times === 0 ? 'never' : `exactly ${countText(times)}`];
  const least = times.min === undefined ? [] : [`at least ${countText(times.min)}`];
  const most = times.max === undefined ? [] : [`at most ${countText(times.max)}`];
  return [...conditions, [...least, ...most].join(' and ')];
}

function countText(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function argumentMatchingProblems(assertion: AssertionOf<'tool_called'>): AssertionProblem[] {
  if (expectedCall(assertion).arguments !== undefined) return [];
  return (['arguments_match', 'unordered'] as const)
    .filter((field) => assertion[field] !== undefined)
    .map((field) => ({ field, message: `"${field}" has no effect without arguments` }));
}

export function callAsJson(call: ToolCall): JsonObject {
  return call.arguments === undefined
    ? { name: displayName(call) }
    : { name: displayName(call), arguments: call.arguments };
}

/** The tools and arguments that an assertion names, in any of its notations. */
export function expectedCall({ value, name, arguments: args }: AssertionOf<'tool_called'>): ExpectedCall {
  if (name !== undefined) return args === undefined ? { names: [name] } : { names: [name], arguments: args };
  if (Array.isArray(value)) return { names: value };
  if (typeof value === 'string') return { names: [value] };
  if (value === undefined) return { names: [] };
  return value.arguments === undefined ? { names: [value.name] } : { names: [value.name], arguments: value.arguments };
}

function expectedJson({ value, name, arguments: args }: AssertionOf<'tool_called'>): Json {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  if (value !== undefined) return patternAsJson(value.name, value.arguments);
  return patternAsJson(name ?? '', args);
}

function patternAsJson(name: string, args: JsonObject | undefined): Json {
  return args === undefined ? { name } : { name, arguments: args };
}

function describeExpectation(expectation: ExpectedCall): string {
  const names = expectation.names.map((name) => JSON.stringify(name)).join(' or ');
  return expectation.arguments === undefined
    ? `to call ${names}`
    : `to call ${names} with ${showJson(expectation.arguments)}`;
}

export function formatCall(call: ToolCall): string {
  return call.arguments === undefined ? displayName(call) : `${displayName(call)}(${showJson(call.arguments)})`;
}
