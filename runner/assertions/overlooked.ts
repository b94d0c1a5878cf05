import type { Assertion } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../values/index.ts';
import { isInvariantCheck } from './assertion-types.ts';
import { findNearestKey, isMisspeltName } from './find-nearest-key.ts';
import { displayName, hasFailed, isDeepSubset, isToolLike, isToolNamed, parsedArguments } from './match-tool.ts';
import { findKindMistake } from './slips/find-kind-mistake.ts';
import { findPathMistake, isNothing, isText, namesBeside } from './slips/find-path-mistake.ts';
import { findAnchorMistake, findForbiddenSpelling, findShortWordMistake } from './slips/text-slip.ts';
import type { AssertionOf, SeenCall, Subject } from './subject.ts';
import { showJson } from './to-plain-text.ts';
import { expectedCall } from './tool-called.ts';
import { matchesResult } from './tool-result.ts';
import { acceptsText } from './trial.ts';
import { isOfType } from './type.ts';

/** Shorter inputs, such as a greeting, are part of ordinary answers, so finding them in an answer means nothing. */
const FEWEST_WORDS = 3;

/** Returns a message when an answer has what a rule wants only where it repeats the user's message. */
function findRepeatedInput(assertion: Assertion, { input, text }: Subject): string | undefined {
  const userMessage = lastMessage(input).trim();
  if (userMessage.split(/\s+/).length < FEWEST_WORDS || text.trim() === userMessage || !text.includes(userMessage))
    return undefined;
  const isFromInput = acceptsText(assertion, userMessage) && !acceptsText(assertion, text.replaceAll(userMessage, ' '));
  if (!isFromInput) return undefined;
  const expected = 'value' in assertion ? assertion.value : undefined;
  const what = typeof expected === 'string' ? showJson(expected) : 'something';
  return `a rule requires ${what}, but the answer has it only where it repeats its input`;
}

function lastMessage(input: Json): string {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return lastMessage(input.at(-1) ?? '');
  return isJsonObject(input) ? lastMessage(input.content ?? '') : '';
}

/** An assertion that held. With `isForbidden` it is in `never`, so what it accepts must not occur. */
export type SatisfiedRule = { assertion: Assertion; isForbidden: boolean };

/**
 * Returns why a forbidding rule may have held only because of a mistake of its author: the answer has almost what the
 * rule names, under another name or with another type.
 */
export function findOverlooked({ assertion, isForbidden }: SatisfiedRule, subject: Subject): string | undefined {
  const isNegative = isInvariantCheck(assertion) !== isForbidden;
  switch (assertion.type) {
    case 'tool_called':
      return isNegative ? findArgumentMistake(assertion, subject) : undefined;
    case 'tool_result':
      return isNegative ? findResultMistake(assertion, subject) : undefined;
    case 'contains':
    case 'not_contains':
      if (isNegative) return findForbiddenSpelling(assertion, subject.text);
      return findShortWordMistake(assertion, subject.text) ?? findRepeatedInput(assertion, subject);
    case 'regex':
      return isNegative ? findAnchorMistake(assertion, subject.text) : findRepeatedInput(assertion, subject);
    case 'equals':
      return isNegative
        ? findKindMistake({ about: 'the answer', expected: assertion.value, actual: subject.value })
        : undefined;
    case 'type':
      return findTypeMistake(assertion, { actual: subject.value, isNegative });
    case 'tools':
      return findUncountedCalls(assertion, subject) ?? findIgnoredCalls(assertion, subject);
    case 'limits':
      return findMissingPrice(assertion, subject) ?? findMissingTokens(assertion, subject);
    case 'json_path':
      return findPathMistake({ path: assertion.path, expected: assertion.value, isNegative }, subject);
    case 'state':
      return findStateMistake(assertion, { state: subject.state, isNegative });
    case 'snapshot':
    case 'script':
    case 'agent':
      return undefined;
    default:
      return assertion satisfies never;
  }
}

function findArgumentMistake(assertion: AssertionOf<'tool_called'>, { toolCalls }: Subject): string | undefined {
  const { names, arguments: expected } = expectedCall(assertion);
  const matchingCalls = toolCalls.filter((call) => names.some((name) => isToolNamed(call, name)));
  if (matchingCalls.length === 0) return findNameMistake(names, toolCalls);
  if (expected === undefined) return undefined;
  const isWhole = assertion.arguments_match === 'exact' && Object.keys(expected).length > 0;
  if (isWhole && matchingCalls.some((call) => isDeepSubset(expected, parsedArguments(call.arguments)))) {
    return `a rule compares the arguments of ${names.join(' or ')} exactly, so it allows a call that has them and more`;
  }
  return findMemberMistake({
    expected,
    found: matchingCalls.map((call) => parsedArguments(call.arguments)),
    label: (key) => `the argument ${key} of ${names.join(' or ')}`,
    matches: isDeepSubset,
  });
}

/** Finds a called tool whose name is almost one that a rule names. */
function findNameMistake(names: readonly string[], toolCalls: Subject['toolCalls']): string | undefined {
  for (const name of names) {
    const near = toolCalls.find((call) => isMisspeltName(name, call.tool));
    if (near !== undefined) return `a rule forbids ${name}, but ${displayName(near)} was called`;
  }
  return undefined;
}

function findResultMistake({ value }: AssertionOf<'tool_result'>, { toolCalls }: Subject): string | undefined {
  const { tool, result: expected = null } = value;
  const succeeded = toolCalls.filter((call) => isToolNamed(call, tool) && !hasFailed(call));
  if (expected !== null && succeeded.length > 0 && succeeded.every(({ result }) => result === undefined)) {
    return `a rule looks at the results of ${tool}, but the agent reports none`;
  }
  if (!isJsonObject(expected)) return undefined;
  const results = succeeded.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const fitsExpected = (expectedValue: Json, actual: Json): boolean =>
    isDeepSubset(expectedValue, actual, { matchesText: matchesResult });
  return findMemberMistake({
    expected,
    found: results,
    label: (key) => `the field ${key} in the result of ${tool}`,
    matches: fitsExpected,
  });
}

/**
 * Reports a failed call of a tool that no entry names. Failed calls do not count, because an agent may retry them, but
 * this call cannot be such a retry.
 */
function findUncountedCalls(assertion: AssertionOf<'tools'>, { toolCalls }: Subject): string | undefined {
  const { match, calls, negate, ignore = [] } = assertion;
  if (match !== 'exactly' || negate === true) return undefined;
  const uncounted = toolCalls.find(
    (call) => hasFailed(call) && !isListed(call, calls) && !ignore.some((glob) => isToolLike(call, glob)),
  );
  return uncounted && `a rule on exact calls does not count ${displayName(uncounted)}, which ended in an error`;
}

const changes = /^(?:delete|remove|drop|wipe|purge|destroy|erase|cancel|refund|pay|charge|transfer)(?=[_\-.]|[A-Z]|$)/;

/**
 * Reports a tool that changes something but matches a pattern for read-only tools, although the pattern does not name
 * it.
 */
function findIgnoredCalls(
  { match, calls, negate, ignore = [] }: AssertionOf<'tools'>,
  { toolCalls }: Subject,
): string | undefined {
  if ((match !== 'exactly' && match !== 'only') || negate === true) return undefined;
  for (const glob of ignore.filter((each) => each.startsWith('*'))) {
    const ignoredCall = toolCalls.find(
      (call) => changes.test(call.tool) && !isListed(call, calls) && isToolLike(call, glob),
    );
    if (ignoredCall !== undefined)
      return `a rule on exact calls ignores ${displayName(ignoredCall)}, because of ${JSON.stringify(glob)}`;
  }
  return undefined;
}

function isListed(call: SeenCall, calls: AssertionOf<'tools'>['calls']): boolean {
  return calls.some(({ name }) => isToolNamed(call, name));
}

type MemberValues = {
  expected: JsonObject;
  found: readonly Json[];
  label: (key: string) => string;
  matches: (expected: Json, actual: Json) => boolean;
};

function findMemberMistake({ expected, found, label, matches }: MemberValues): string | undefined {
  const objects = found.filter(isJsonObject);
  if (objects.length === 0) return undefined;
  for (const [key, value] of Object.entries(expected)) {
    const about = label(JSON.stringify(key));
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] ?? null] : []));
    if (values.length === 0) {
      const near = findNearestKey(key, namesBeside(objects, expected));
      if (near !== undefined) return `a rule looks for ${about}, but found only ${JSON.stringify(near)}`;
      const elsewhere = findMisplacedValue({ key, value, objects, matches });
      if (elsewhere !== undefined) return `a rule looks for ${about}, but found ${elsewhere}`;
      continue;
    }
    if (values.some((actual) => matches(value, actual))) continue;
    if (value === '*' && !values.some((actual) => showJson(actual).includes('*'))) {
      return `a rule compares ${about} with the text "*"; leave it out for any value`;
    }
    const innerName = (name: string): string => label(`${JSON.stringify(key)}.${name}`);
    const slip =
      values.map((actual) => findKindMistake({ about, expected: value, actual })).find(isText) ??
      (isJsonObject(value)
        ? findMemberMistake({ expected: value, found: values, label: innerName, matches })
        : undefined);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

type MisplacedValue = Pick<MemberValues, 'matches'> & { key: string; value: Json; objects: readonly JsonObject[] };

/** Where objects have the value that a rule looks for: one level above its place, or below it. */
function findMisplacedValue({ key, value, objects, matches }: MisplacedValue): string | undefined {
  if (isJsonObject(value) && Object.keys(value).length > 0 && objects.some((object) => matches(value, object))) {
    return `${Object.keys(value)
      .map((name) => JSON.stringify(name))
      .join(', ')} outside of it`;
  }
  if (isNothing(value)) return undefined;
  for (const [name, inner] of objects.flatMap((object) => Object.entries(object))) {
    if (isJsonObject(inner) && Object.hasOwn(inner, key) && matches(value, inner[key] ?? null)) {
      return `it below ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

function findTypeMistake(
  { value, path }: AssertionOf<'type'>,
  { actual, isNegative }: { actual: Json; isNegative: boolean },
): string | undefined {
  const parsed = path === undefined && typeof actual === 'string' ? jsonIn(actual) : undefined;
  if (parsed === undefined) return undefined;
  if (value === 'string') {
    if (isNegative || parsed === null || typeof parsed !== 'object') return undefined;
    return `a rule requires a string, but any text is one; use "path" to check its JSON ${showJson(parsed)}`;
  }
  return isNegative && isOfType(parsed, value)
    ? `a rule forbids ${value} as the answer, but the answer is the text ${showJson(actual)}`
    : undefined;
}

function findMissingPrice(limits: AssertionOf<'limits'>, { cost, tokens = 0 }: Subject): string | undefined {
  return limits.cost !== undefined && cost === 0 && tokens > 0
    ? 'a rule limits the cost, but every price of the agent is 0'
    : undefined;
}

function findMissingTokens(limits: AssertionOf<'limits'>, { tokens, text }: Subject): string | undefined {
  return limits.tokens !== undefined && tokens === 0 && text !== ''
    ? 'a rule limits the tokens, but the agent reports 0 for an answer with text'
    : undefined;
}

function findStateMistake(
  { path, value = null }: AssertionOf<'state'>,
  { state, isNegative }: { state: Json | undefined; isNegative: boolean },
): string | undefined {
  return path === undefined || state === undefined
    ? undefined
    : findPathMistake({ path, expected: value, isNegative }, { value: state });
}
