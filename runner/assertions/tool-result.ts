import type { ToolCall } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { compilePattern, findPatternProblems } from './compile-pattern.ts';
import { formatToolName, hasFailed, isDeepSubset, isToolNamed } from './match-tool.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { formatExpectedValue, formatJsonForMessage, toPlainText } from './to-plain-text.ts';

const REGEX_PREFIX = 'regex:';

export const toolResult: AssertionRules<'tool_result'> = {
  judge: ({ assertion, subject }) => judgeToolResult(assertion, subject),
  problems: ({ value }) => findPatternProblems('value', listResultPatterns(value.result ?? null)),
  describeExpectation: ({ value: { tool, result } }) =>
    result === undefined ? tool : `${tool} → ${formatExpectedValue(result)}`,
  listParts: () => ['tools'],
  listTools: ({ value }) => [value.tool],
  satisfiedBy:
    ({ value: { tool, result = null } }) =>
    (call) =>
      isToolNamed(call, tool) && hasExpectedResult(call, result),
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

function judgeToolResult(assertion: AssertionOf<'tool_result'>, subject: Subject): AssertionOutcome {
  const { tool, result = null } = assertion.value;
  const calls = subject.toolCalls.filter((call) => isToolNamed(call, tool));
  const expected: Json = { tool, result };
  const actual = calls.map(getResultOrError);
  const [problem] = findPatternProblems('value', listResultPatterns(result));
  if (problem !== undefined) return createUncheckableOutcome(problem.message, expected, actual);
  return createOutcomeOfExpectation({
    holds: calls.some((call) => hasExpectedResult(call, result)),
    about: `a call of ${JSON.stringify(tool)}`,
    verb: () => (result === null ? 'to succeed' : `to return ${formatJsonForMessage(result)}`),
    expected,
    actual,
    describeActual: () =>
      calls.length === 0 ? describeOtherToolCalls(subject.toolCalls) : actual.map(formatJsonForMessage).join(', '),
  });
}

/** Returns the RE2 patterns in an expected result, at any depth. */
export function listResultPatterns(expected: Json): string[] {
  if (typeof expected === 'string') {
    return expected.startsWith(REGEX_PREFIX) ? [expected.slice(REGEX_PREFIX.length)] : [];
  }
  if (expected === null || typeof expected !== 'object') return [];
  return Object.values(expected).flatMap(listResultPatterns);
}

function hasExpectedResult(call: ToolCall, expected: Json): boolean {
  if (hasFailed(call)) return false;
  return expected === null || isDeepSubset(expected, call.result ?? null, { matchesText: matchesResult });
}

/**
 * Compares an expected value in a result with the actual value as text. An expected text that begins with `regex:` is a
 * pattern.
 */
export function matchesResult(expected: string, actual: Json): boolean {
  const text = toPlainText(actual);
  if (!expected.startsWith(REGEX_PREFIX)) return text === expected;
  const compiled = compilePattern(expected.slice(REGEX_PREFIX.length));
  return compiled.kind === 'pattern' && compiled.pattern.matches(text);
}

function getResultOrError(call: ToolCall): Json {
  return hasFailed(call) ? { error: call.error ?? '' } : (call.result ?? null);
}

function describeOtherToolCalls(toolCalls: readonly ToolCall[]): string {
  if (toolCalls.length === 0) return 'no tool calls';
  return `only calls to ${toolCalls.map(formatToolName).join(', ')}`;
}
