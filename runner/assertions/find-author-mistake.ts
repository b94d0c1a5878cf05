import type { Assertion } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { isForbiddingAssertion } from './assertion-types.ts';
import { findAnyOfMistake } from './author-mistakes/any-of-mistake.ts';
import { findBorrowedText } from './author-mistakes/borrowed-text-mistake.ts';
import { findCallOrderMistake } from './author-mistakes/call-order-mistake.ts';
import { findImpossibleDateMistake } from './author-mistakes/date-mistake.ts';
import { findEmptyValueMistake } from './author-mistakes/empty-value-mistake.ts';
import { findFailedCallMistake, findFailedResultMistake } from './author-mistakes/failed-call-mistake.ts';
import { findKindMistake } from './author-mistakes/find-kind-mistake.ts';
import { findPathMistake, isEmptyValue } from './author-mistakes/find-path-mistake.ts';
import { findJsonMistake } from './author-mistakes/json-mistake.ts';
import { findMissingPrice, findMissingTokens } from './author-mistakes/limit-mistake.ts';
import {
  findDeniedClaimMistake,
  findDeniedPropertyMistake,
  findNegatedWordMistake,
} from './author-mistakes/negation-mistake.ts';
import { findPartialNumberMistake } from './author-mistakes/number-mistake.ts';
import { findOutageMistake } from './author-mistakes/outage-mistake.ts';
import {
  findAnchorMistake,
  findForbiddenTextWithinAnswer,
  findLongerNumberMistake,
  findUnescapedDotMistake,
  toContainsAssertion,
} from './author-mistakes/pattern-mistake.ts';
import { findPropertyMistake } from './author-mistakes/property-mistake.ts';
import { findTestServerMistake } from './author-mistakes/server-mistake.ts';
import { findForbiddenSpellingVariant, findShortWordMistake } from './author-mistakes/text-mistake.ts';
import { findMissingValueOfType, findTypeMistake } from './author-mistakes/type-mistake.ts';
import { findIgnoredCallMistake, findUncountedCallMistake } from './author-mistakes/uncounted-call-mistake.ts';
import { isMisspeltName } from './find-nearest-key.ts';
import { formatToolName, hasFailed, isDeepSubset, isToolNamed, parseArgumentsIfText } from './match-tool.ts';
import type { AssertionOf, Subject, ToolCallWithTurn } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';
import { listRequiredTools, parseExpectedCall } from './tool-called.ts';
import { matchesResult } from './tool-result.ts';

/**
 * An assertion that passed. `isForbidden` is true if it is in `never`, where everything that it accepts is forbidden.
 */
export type SatisfiedRule = { assertion: Assertion; isForbidden: boolean };

/**
 * Returns why an assertion that passed was probably written wrongly, for example because the answer contains the
 * forbidden value under a similar name or with another type.
 */
export function findAuthorMistake({ assertion, isForbidden }: SatisfiedRule, subject: Subject): string | undefined {
  const isNegative = isForbiddingAssertion(assertion) !== isForbidden;
  switch (assertion.type) {
    case 'tool_called':
      return isNegative ? findArgumentMistake(assertion, subject) : findRequiredCallMistake(assertion, subject);
    case 'tool_result':
      return isNegative ? findResultMistake(assertion, subject) : findFailedRequiredResults(assertion, subject);
    case 'contains':
    case 'not_contains':
      if (isNegative) return findForbiddenSpellingVariant(assertion, subject.text);
      return findTextMistake(assertion, subject.text) ?? findBorrowedText(assertion, subject);
    case 'regex':
      return findPatternMistake(assertion, { subject, isNegative });
    case 'equals':
      if (!isNegative) return undefined;
      return (
        findKindMistake({ label: 'the answer', expected: assertion.value, actual: subject.value }) ??
        findForbiddenTextWithinAnswer(assertion, subject.text)
      );
    case 'type':
      return (
        findTypeMistake(assertion, { actual: subject.value, isNegative }) ??
        findMissingValueOfType(assertion, { subject, isNegative }) ??
        (isNegative ? undefined : findEmptyValueMistake(assertion, subject))
      );
    case 'tools':
      return findCallsMistake(assertion, subject);
    case 'limits':
      return findMissingPrice(assertion, subject) ?? findMissingTokens(assertion, subject);
    case 'json_path':
      return (
        findJsonMistake(assertion, { subject, isNegative }) ??
        (isNegative ? undefined : findAnyOfMistake(assertion, subject))
      );
    case 'state':
      return findStateMistake(assertion, { state: subject.state, isNegative });
    case 'snapshot':
      return findOutageMistake(subject);
    case 'elicited':
    case 'script':
    case 'agent':
      return undefined;
    default:
      return assertion satisfies never;
  }
}

function findCallsMistake(assertion: AssertionOf<'tools'>, subject: Subject): string | undefined {
  const { match, calls, negate } = assertion;
  const requiredTools = match === 'only' || negate === true ? [] : calls.map(({ name }) => name);
  return (
    findForbiddenCallMistake(assertion, subject) ??
    findUncountedCallMistake(assertion, subject) ??
    findIgnoredCallMistake(assertion, subject) ??
    findCallOrderMistake(assertion, subject.toolCalls) ??
    findTestServerMistake(requiredTools, subject.toolCalls)
  );
}

function findRequiredCallMistake(assertion: AssertionOf<'tool_called'>, subject: Subject): string | undefined {
  return (
    findFailedRequiredCalls(assertion, subject) ??
    findTestServerMistake(listRequiredTools(assertion), subject.toolCalls)
  );
}

function findTextMistake(assertion: AssertionOf<'contains' | 'not_contains'>, answer: string): string | undefined {
  return (
    findShortWordMistake(assertion, answer) ??
    findPartialNumberMistake(assertion, answer) ??
    findDeniedClaimMistake(assertion, answer) ??
    findDeniedPropertyMistake(assertion, answer) ??
    findNegatedWordMistake(assertion, answer)
  );
}

function findPatternMistake(
  assertion: AssertionOf<'regex'>,
  { subject, isNegative }: { subject: Subject; isNegative: boolean },
): string | undefined {
  const { text } = subject;
  const literal = toContainsAssertion(assertion);
  if (isNegative) return findAnchorMistake(assertion, text) ?? (literal && findForbiddenSpellingVariant(literal, text));
  return (
    findUnescapedDotMistake(assertion, text) ??
    findLongerNumberMistake(assertion, text) ??
    (literal && findTextMistake(literal, text)) ??
    findImpossibleDateMistake(assertion, subject) ??
    findBorrowedText(assertion, subject)
  );
}

function findFailedRequiredCalls(assertion: AssertionOf<'tool_called'>, { toolCalls }: Subject): string | undefined {
  const { names } = parseExpectedCall(assertion);
  if (listRequiredTools(assertion).length === 0 || assertion.succeeded === false) return undefined;
  const matchingCalls = toolCalls.filter((call) => names.some((name) => isToolNamed(call, name)));
  return assertion.succeeded === true
    ? findFailedResultMistake(matchingCalls, names)
    : findFailedCallMistake(matchingCalls, names);
}

function findFailedRequiredResults({ value }: AssertionOf<'tool_result'>, { toolCalls }: Subject): string | undefined {
  if ((value.result ?? null) !== null) return undefined;
  return findFailedResultMistake(
    toolCalls.filter((call) => isToolNamed(call, value.tool)),
    [value.tool],
  );
}

function findArgumentMistake(assertion: AssertionOf<'tool_called'>, { toolCalls }: Subject): string | undefined {
  const { names, arguments: expected } = parseExpectedCall(assertion);
  const matchingCalls = toolCalls.filter((call) => names.some((name) => isToolNamed(call, name)));
  if (matchingCalls.length === 0) return findNameMistake(names, toolCalls);
  if (expected === undefined) return undefined;
  const isExact = assertion.arguments_match === 'exact' && Object.keys(expected).length > 0;
  if (isExact && matchingCalls.some((call) => isDeepSubset(expected, parseArgumentsIfText(call.arguments)))) {
    return `a rule compares the arguments of ${names.join(' or ')} exactly, so it does not forbid a call that has these arguments and others`;
  }
  const omittedArgument = findOmittedDefaultArgument(expected, matchingCalls);
  if (omittedArgument !== undefined)
    return `a rule forbids ${names.join(' or ')} with ${omittedArgument}, but it was called without that argument`;
  return findPropertyMistake({
    expected,
    actualValues: matchingCalls.map((call) => parseArgumentsIfText(call.arguments)),
    label: (key) => `the argument ${key} of ${names.join(' or ')}`,
    matches: isDeepSubset,
  });
}

/**
 * Finds an expected argument with an empty value that is missing in a call. Most tools treat a missing argument like an
 * empty one, so the rule was probably meant for such a call, too.
 */
function findOmittedDefaultArgument(expected: JsonObject, calls: readonly ToolCallWithTurn[]): string | undefined {
  for (const [key, value] of Object.entries(expected)) {
    if (!isEmptyValue(value)) continue;
    const { [key]: _, ...otherArguments } = expected;
    const isLeftOut = calls.some((call) => {
      const args = parseArgumentsIfText(call.arguments);
      return isJsonObject(args) && !Object.hasOwn(args, key) && isDeepSubset(otherArguments, args);
    });
    if (isLeftOut) return `${JSON.stringify(key)}: ${formatJsonForMessage(value)}`;
  }
  return undefined;
}

/** Finds a call of a tool whose name is similar to one in a rule. */
function findNameMistake(names: readonly string[], toolCalls: Subject['toolCalls']): string | undefined {
  for (const name of names) {
    const similarCall = toolCalls.find((call) => isMisspeltName(name, call.tool));
    if (similarCall !== undefined) return `a rule forbids ${name}, but ${formatToolName(similarCall)} was called`;
  }
  return undefined;
}

function findResultMistake({ value }: AssertionOf<'tool_result'>, { toolCalls }: Subject): string | undefined {
  const { tool, result: expected = null } = value;
  const succeededCalls = toolCalls.filter((call) => isToolNamed(call, tool) && !hasFailed(call));
  if (expected !== null && succeededCalls.length > 0 && succeededCalls.every(({ result }) => result === undefined)) {
    return `a rule looks at the results of ${tool}, but the agent reports none`;
  }
  if (!isJsonObject(expected)) return undefined;
  const results = succeededCalls.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const success = findOtherSuccessField(expected, results);
  if (success !== undefined)
    return `a rule looks for ${success.expected} in the result of ${tool}, but found ${success.actual}`;
  const matchesExpectedValue = (expectedValue: Json, actual: Json): boolean =>
    isDeepSubset(expectedValue, actual, { matchesText: matchesResult });
  return findPropertyMistake({
    expected,
    actualValues: results,
    label: (key) => `the field ${key} in the result of ${tool}`,
    matches: matchesExpectedValue,
  });
}

const successKeys = ['ok', 'success', 'successful', 'succeeded', 'done', 'completed'];

/** Finds a result that has the expected value in another field, such as `success` instead of `ok`. */
function findOtherSuccessField(
  expected: JsonObject,
  results: readonly Json[],
): { expected: string; actual: string } | undefined {
  const key = successKeys.find((successKey) => typeof expected[successKey] === 'boolean');
  const objects = results.filter(isJsonObject);
  if (key === undefined || objects.some((result) => Object.hasOwn(result, key))) return undefined;
  const value = expected[key] ?? null;
  const otherField = successKeys.find((successKey) => objects.some((result) => result[successKey] === value));
  if (otherField === undefined) return undefined;
  return {
    expected: `${JSON.stringify(key)}: ${formatJsonForMessage(value)}`,
    actual: `${JSON.stringify(otherField)}: ${formatJsonForMessage(value)}`,
  };
}

/**
 * For a rule that forbids a combination of calls: returns the mistake if a call was made that almost matches one of
 * them.
 */
function findForbiddenCallMistake(assertion: AssertionOf<'tools'>, subject: Subject): string | undefined {
  const { match, calls, negate, arguments_match } = assertion;
  if (negate !== true || (match !== 'in_order' && match !== 'any_order')) return undefined;
  return calls
    .map(({ name, arguments: args }) =>
      findArgumentMistake({ type: 'tool_called', name, arguments: args, arguments_match, times: 0 }, subject),
    )
    .find((mistake) => mistake !== undefined);
}

function findStateMistake(
  { path, value = null }: AssertionOf<'state'>,
  { state, isNegative }: { state: Json | undefined; isNegative: boolean },
): string | undefined {
  return path === undefined || state === undefined
    ? undefined
    : findPathMistake({ path, expected: value, isNegative }, { value: state });
}
