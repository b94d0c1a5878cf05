import type { Assertion } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../values/index.ts';
import { isInvariantCheck } from './assertion-types.ts';
import { lookUp } from './json-document.ts';
import { jsonEquals } from './json-equals.ts';
import { type PathStep, parseJsonPath, selectPath } from './json-path.ts';
import { filterSlip } from './json-path-filter.ts';
import { displayName, hasFailed, isDeepSubset, isToolLike, isToolNamed, parsedArguments } from './match-tool.ts';
import { nearKey } from './near-key.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';
import { forbiddenTextSlip } from './text-slip.ts';
import { expectedCall } from './tool-called.ts';
import { matchesResult } from './tool-result.ts';
import { isOfType } from './type.ts';

/** An assertion that held. What one accepts that stands in `never` must not be. */
export type HeldRule = { assertion: Assertion; isForbidden: boolean };

/**
 * Returns why a rule on what must not be may have held by a slip of its author: the answer has nearly what the rule names,
 * under another name or as a value of another kind.
 */
export function overlookedBy({ assertion, isForbidden }: HeldRule, subject: Subject): string | undefined {
  const isNegative = isInvariantCheck(assertion) !== isForbidden;
  switch (assertion.type) {
    case 'tool_called':
      return isNegative ? argumentSlip(assertion, subject) : undefined;
    case 'tool_result':
      return isNegative ? resultSlip(assertion, subject) : undefined;
    case 'contains':
    case 'not_contains':
      return isNegative ? forbiddenTextSlip(assertion, subject.text) : undefined;
    case 'equals':
      return isNegative
        ? kindSlip({ about: 'the answer', expected: assertion.value, actual: subject.value })
        : undefined;
    case 'type':
      return isNegative && assertion.path === undefined ? typeSlip(assertion, subject) : undefined;
    case 'tools':
      return uncountedSlip(assertion, subject);
    case 'limits':
      return assertion.cost !== undefined && subject.cost === 0 && (subject.tokens ?? 0) > 0
        ? 'a rule limits the cost, and every price of the agent is 0'
        : undefined;
    case 'json_path':
      return pathSlip({ path: assertion.path, expected: assertion.value, isNegative }, subject);
    case 'state': {
      const { path, value = null } = assertion;
      if (path === undefined || subject.state === undefined) return undefined;
      return pathSlip({ path, expected: value, isNegative }, { value: subject.state });
    }
    case 'regex':
    case 'snapshot':
    case 'script':
    case 'agent':
      return undefined;
    default:
      return assertion satisfies never;
  }
}

function argumentSlip(assertion: AssertionOf<'tool_called'>, { toolCalls }: Subject): string | undefined {
  const { names, arguments: expected } = expectedCall(assertion);
  if (expected === undefined) return undefined;
  const called = toolCalls.filter((call) => names.some((name) => isToolNamed(call, name)));
  return memberSlip({
    expected,
    found: called.map((call) => parsedArguments(call.arguments)),
    label: (key) => `the argument ${key} of ${names.join(' or ')}`,
    matches: isDeepSubset,
  });
}

function resultSlip({ value }: AssertionOf<'tool_result'>, { toolCalls }: Subject): string | undefined {
  const { tool, result: expected = null } = value;
  if (!isJsonObject(expected)) return undefined;
  const found = toolCalls.flatMap((call) =>
    isToolNamed(call, tool) && !hasFailed(call) && call.result !== undefined ? [call.result] : [],
  );
  const matches = (wanted: Json, actual: Json): boolean => isDeepSubset(wanted, actual, { matchesText: matchesResult });
  return memberSlip({ expected, found, label: (key) => `the field ${key} in the result of ${tool}`, matches });
}

/** A call that failed does not count; one of a tool that no entry names is no second try. */
function uncountedSlip(assertion: AssertionOf<'tools'>, { toolCalls }: Subject): string | undefined {
  const { match, calls, negate, ignore = [] } = assertion;
  if (match !== 'exactly' || negate === true) return undefined;
  const uncounted = toolCalls.find(
    (call) =>
      hasFailed(call) &&
      !calls.some(({ name }) => isToolNamed(call, name)) &&
      !ignore.some((glob) => isToolLike(call, glob)),
  );
  return uncounted && `a rule on exact calls does not count ${displayName(uncounted)}, which ended in an error`;
}

type Members = {
  expected: JsonObject;
  found: readonly Json[];
  label: (key: string) => string;
  matches: (expected: Json, actual: Json) => boolean;
};

function memberSlip({ expected, found, label, matches }: Members): string | undefined {
  const objects = found.filter(isJsonObject);
  if (objects.length === 0) return undefined;
  for (const [key, value] of Object.entries(expected)) {
    const about = label(JSON.stringify(key));
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] ?? null] : []));
    if (values.length === 0) {
      const near = nearKey(key, namesBeside(objects, expected));
      if (near !== undefined) return `a rule looks for ${about}, and found only ${JSON.stringify(near)}`;
      continue;
    }
    if (values.some((actual) => matches(value, actual))) continue;
    if (value === '*' && !values.some((actual) => showJson(actual).includes('*'))) {
      return `a rule compares ${about} with the text "*"; leave it out for any value`;
    }
    const inner = (name: string): string => label(`${JSON.stringify(key)}.${name}`);
    const slip =
      values.map((actual) => kindSlip({ about, expected: value, actual })).find(isText) ??
      (isJsonObject(value) ? memberSlip({ expected: value, found: values, label: inner, matches }) : undefined);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

/** The names of members that hold something and that the rule does not name. */
function namesBeside(objects: readonly JsonObject[], expected: JsonObject): string[] {
  return objects.flatMap((object) =>
    Object.keys(object).filter((name) => !Object.hasOwn(expected, name) && !isNothing(object[name] ?? null)),
  );
}

type Compared = { about: string; expected: Json; actual: Json };

/** Returns how two values that a rule takes for different ones read the same. */
export function kindSlip({ about, expected, actual }: Compared): string | undefined {
  if (jsonEquals(expected, actual) || !looksEqual(expected, actual)) return undefined;
  return `a rule compares ${about} with ${showJson(expected)}; it is ${kindName(actual)} ${showJson(actual)}`;
}

/** Two values that read the same, such as 5 and "5". */
function looksEqual(left: Json, right: Json): boolean {
  if (jsonEquals(left, right)) return true;
  if (typeof left === 'string') return typeof right !== 'string' && readsAs(left, right);
  if (typeof right === 'string') return readsAs(right, left);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => looksEqual(item, right[index] ?? null));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && looksEqual(left[key] ?? null, right[key] ?? null));
}

function readsAs(text: string, value: Json): boolean {
  const read = jsonIn(text);
  return read !== undefined && typeof read !== 'string' && looksEqual(read, value);
}

function kindName(value: Json): string {
  if (value === null) return 'null:';
  if (Array.isArray(value)) return 'a list,';
  return typeof value === 'string' ? 'the text' : `the ${typeof value}`;
}

function typeSlip({ value }: AssertionOf<'type'>, { value: actual }: Subject): string | undefined {
  if (value === 'string' || typeof actual !== 'string') return undefined;
  const read = jsonIn(actual);
  if (read === undefined) return undefined;
  return isOfType(read, value)
    ? `a rule forbids ${value} as the answer; it is the text ${showJson(actual)}`
    : undefined;
}

type PathRule = { path: string; expected: Json; isNegative: boolean };

function pathSlip(
  { path, expected, isNegative }: PathRule,
  subject: Pick<Subject, 'value' | 'next'>,
): string | undefined {
  const wantsNothing = expected === null || (Array.isArray(expected) && expected.length === 0);
  if (!isNegative && !wantsNothing) return undefined;
  const parsed = parseJsonPath(path);
  const looked = parsed.kind === 'invalid' ? undefined : lookUp(subject, parsed.steps);
  if (parsed.kind === 'invalid' || looked === undefined) return undefined;
  const { document, selection } = looked;
  if (selection.kind === 'missing' || (selection.kind === 'list' && selection.values.length === 0)) {
    const slip = missingStep(parsed.steps, document);
    return slip === undefined ? undefined : `a rule looks for ${path}; ${slip}`;
  }
  if (!isNegative) return undefined;
  const actual = selection.kind === 'list' ? selection.values : selection.value;
  const alternatives = Array.isArray(expected) && !Array.isArray(actual) ? expected : [expected];
  return alternatives.map((each) => kindSlip({ about: path, expected: each, actual })).find(isText);
}

/** Why the first step of a path that finds nothing may be misspelt. */
function missingStep(steps: readonly PathStep[], document: Json): string | undefined {
  for (const [index, step] of steps.entries()) {
    const before = nodesAt(document, steps.slice(0, index));
    if (before.length === 0) return undefined;
    if (nodesAt(document, steps.slice(0, index + 1)).length > 0) continue;
    if (step.kind === 'filter') return filterSlip(step.filter, before.flatMap(membersOf));
    if (step.kind !== 'key') return undefined;
    const objects = before.filter(isJsonObject);
    const near = nearKey(step.key, namesBeside(objects, {}));
    if (near !== undefined) return `the answer has ${JSON.stringify(near)} there`;
    return steps.length === 1 ? oneLevelBelow(step.key, objects) : undefined;
  }
  return undefined;
}

function oneLevelBelow(key: string, objects: readonly JsonObject[]): string | undefined {
  for (const [name, inner] of objects.flatMap((object) => Object.entries(object))) {
    if (isJsonObject(inner) && Object.hasOwn(inner, key) && !isNothing(inner[key] ?? null)) {
      return `the answer has it below ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

function nodesAt(document: Json, steps: readonly PathStep[]): Json[] {
  const selection = selectPath(document, steps);
  if (selection.kind === 'missing') return [];
  return selection.kind === 'list' ? selection.values : [selection.value];
}

function membersOf(node: Json): Json[] {
  return node !== null && typeof node === 'object' ? Object.values(node) : [];
}

/** A member that holds nothing is overlooked by nobody: `"errors": []` beside a rule that `$.error` is null. */
function isNothing(value: Json): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
