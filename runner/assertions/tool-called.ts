import type { ToolCall } from '../contract/index.ts';
import { type Json, type JsonObject, toCanonicalJson } from '../values/index.ts';
import { createOutcomeOfExpectation, type JudgedOutcome } from './assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { formatToolName, hasArguments, hasFailed, isToolNamed } from './match-tool.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

type ExpectedCall = { names: readonly string[]; arguments?: JsonObject };

export const toolCalled: AssertionRules<'tool_called'> = {
  judge: ({ assertion, subject }) => judgeToolCalled(assertion, subject),
  problems: findArgumentMatchingProblems,
  describeExpectation: (assertion) => {
    const { names, arguments: args } = parseExpectedCall(assertion);
    const call = args === undefined ? names.join(' or ') : `${names.join(' or ')}(${toCanonicalJson(args)})`;
    return [call, ...describeConditions(assertion)].join(' ');
  },
  listParts: () => ['tools'],
  listTools: (assertion) => parseExpectedCall(assertion).names,
  satisfiedBy(assertion) {
    const { names, arguments: args } = parseExpectedCall(assertion);
    if (assertion.times !== undefined) return undefined;
    return (call) => names.some((name) => isToolNamed(call, name)) && meetsCallConditions(call, args, assertion);
  },
  readsOutput: false,
  readsText: false,
  isForbidding: excludesCalls,
};

function judgeToolCalled(assertion: AssertionOf<'tool_called'>, subject: Subject): JudgedOutcome {
  const expectation = parseExpectedCall(assertion);
  const callsOfTool = subject.toolCalls.filter((call) => expectation.names.some((name) => isToolNamed(call, name)));
  const fittingCalls = callsOfTool.filter((call) => meetsCallConditions(call, expectation.arguments, assertion));
  const { min, max } = toCallCountRange(assertion.times);
  const relevantCalls =
    expectation.arguments === undefined || callsOfTool.length === 0 ? subject.toolCalls : callsOfTool;
  return createOutcomeOfExpectation({
    holds: fittingCalls.length >= min && fittingCalls.length <= max,
    about: 'the agent',
    verb: () => [describeExpectation(expectation), ...describeConditions(assertion)].join(' '),
    expected: toExpectedCallJson(assertion),
    actual: () => relevantCalls.map(toCallJson),
    describeActual: () => (relevantCalls.length === 0 ? 'no tool calls' : relevantCalls.map(formatCall).join(', ')),
  });
}

/** Returns true if the assertion forbids calls, because the maximum number of calls is zero. */
export function excludesCalls({ times }: AssertionOf<'tool_called'>): boolean {
  return toCallCountRange(times).max === 0;
}

/** Returns true if any number of calls is allowed, including none. */
export function allowsAllCalls({ times }: AssertionOf<'tool_called'>): boolean {
  const { min, max } = toCallCountRange(times);
  return min === 0 && max === Number.POSITIVE_INFINITY;
}

/** Returns the tools that must be called; empty if the assertion may hold without any call. */
export function listRequiredTools(assertion: AssertionOf<'tool_called'>): readonly string[] {
  const isNeeded = assertion.negate !== true && toCallCountRange(assertion.times).min > 0 && !excludesCalls(assertion);
  return isNeeded ? parseExpectedCall(assertion).names : [];
}

/** Returns the tools for which any call satisfies the assertion, whatever its arguments and result are. */
export function listToolsMatchedByAnyCall(assertion: AssertionOf<'tool_called'>): readonly string[] {
  const { names, arguments: args } = parseExpectedCall(assertion);
  const { min, max } = toCallCountRange(assertion.times);
  const isAnyNumber = max === 0 || (min <= 1 && max === Number.POSITIVE_INFINITY);
  return args === undefined && assertion.succeeded === undefined && isAnyNumber ? names : [];
}

function toCallCountRange(times: AssertionOf<'tool_called'>['times']): { min: number; max: number } {
  if (typeof times === 'number') return { min: times, max: times };
  return { min: times === undefined ? 1 : (times.min ?? 0), max: times?.max ?? Number.POSITIVE_INFINITY };
}

function meetsCallConditions(
  call: ToolCall,
  args: JsonObject | undefined,
  assertion: AssertionOf<'tool_called'>,
): boolean {
  if (assertion.succeeded !== undefined && assertion.succeeded === hasFailed(call)) return false;
  return args === undefined || hasArguments(call, args, assertion);
}

/** Describes what the assertion requires of a call besides its name and arguments. */
function describeConditions({ times, succeeded }: AssertionOf<'tool_called'>): string[] {
  const conditions: string[] = [];
  if (succeeded !== undefined) conditions.push(succeeded ? 'without an error' : 'with an error');
  if (times === undefined) return conditions;
  if (typeof times === 'number') return [...conditions, times === 0 ? 'never' : `exactly ${formatCount(times)}`];
  const least = times.min === undefined ? [] : [`at least ${formatCount(times.min)}`];
  const most = times.max === undefined ? [] : [`at most ${formatCount(times.max)}`];
  return [...conditions, [...least, ...most].join(' and ')];
}

function formatCount(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function findArgumentMatchingProblems(assertion: AssertionOf<'tool_called'>): AssertionProblem[] {
  if (parseExpectedCall(assertion).arguments !== undefined) return [];
  return (['arguments_match', 'unordered'] as const)
    .filter((field) => assertion[field] !== undefined)
    .map((field) => ({ field, message: `"${field}" has no effect without arguments` }));
}

export function toCallJson(call: ToolCall): JsonObject {
  return call.arguments === undefined
    ? { name: formatToolName(call) }
    : { name: formatToolName(call), arguments: call.arguments };
}

/** Returns the tools and arguments that an assertion names, in any of its notations. */
export function parseExpectedCall({ value, name, arguments: args }: AssertionOf<'tool_called'>): ExpectedCall {
  if (name !== undefined) return args === undefined ? { names: [name] } : { names: [name], arguments: args };
  if (Array.isArray(value)) return { names: value };
  if (typeof value === 'string') return { names: [value] };
  if (value === undefined) return { names: [] };
  return value.arguments === undefined ? { names: [value.name] } : { names: [value.name], arguments: value.arguments };
}

function toExpectedCallJson({ value, name, arguments: args }: AssertionOf<'tool_called'>): Json {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  if (value !== undefined) return toNameAndArgumentsJson(value.name, value.arguments);
  return toNameAndArgumentsJson(name ?? '', args);
}

function toNameAndArgumentsJson(name: string, args: JsonObject | undefined): Json {
  return args === undefined ? { name } : { name, arguments: args };
}

function describeExpectation(expectation: ExpectedCall): string {
  const names = expectation.names.map((name) => JSON.stringify(name)).join(' or ');
  return expectation.arguments === undefined
    ? `to call ${names}`
    : `to call ${names} with ${formatJsonForMessage(expectation.arguments)}`;
}

export function formatCall(call: ToolCall): string {
  return call.arguments === undefined
    ? formatToolName(call)
    : `${formatToolName(call)}(${formatJsonForMessage(call.arguments)})`;
}
