import { compilePattern } from '../assertions/compile-pattern.ts';
import { type PathStep, parseJsonPath } from '../assertions/json-path.ts';
import { isToolNamed } from '../assertions/match-tool.ts';
import { findReferenceProblems } from '../assertions/script.ts';
import type { Assertion, AuthoredCase } from '../contract/index.ts';
import {
  computeEditDistance,
  findNearestWord,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
} from '../values/index.ts';
import { fillPathPlaceholders, isStateReference, parseStateReference } from './fill-result.ts';
import { isComparison, isOperator, mockOperators } from './mock-conditions.ts';
import type { MockEntry, Mocks } from './mock-entries.ts';

/** A problem of the mocks of a case, with its path. */
export type MockProblem = {
  severity: 'error' | 'warning';
  path: JsonPath;
  message: string;
  suggestion?: string | undefined;
};

type MockEntryAtPath = { path: JsonPath; entry: MockEntry };

/** Finds problems of mocks before any call. `rules` are the assertions of the case. */
export function findMockProblems(mocks: Mocks, rules: readonly Assertion[] = []): MockProblem[] {
  return Object.entries(mocks).flatMap(([tool, entries]) => [
    ...findOrderProblems(entries, ['mocks', tool]),
    ...listEntryPaths(tool, entries).flatMap(({ path, entry }) => [
      ...findWhenProblems(entry.when ?? {}, {
        base: [...path, 'when'],
        known: listKnownArguments({ tool, entries, entry, rules }),
      }),
      ...(entry.use === undefined ? [] : findScriptProblems(entry.use, [...path, 'use'])),
      ...findStateReferences(entry.result ?? null, [...path, 'result']).flatMap(findPathProblems),
    ]),
  ]);
}

/**
 * Finds paths in mocks and assertions that do not exist in the state. If scripts may add the missing values, reports
 * only probable typos, as warnings.
 */
export function findStateProblems({ mocks = {}, assert = [] }: AuthoredCase, state: Json): MockProblem[] {
  const isFixed = Object.values(mocks).every((entries) => entries.every(({ use }) => use === undefined));
  const inMocks = Object.entries(mocks).flatMap(([tool, entries]) =>
    listEntryPaths(tool, entries).flatMap(({ path, entry }) =>
      findStateReferences(entry.result ?? null, [...path, 'result']),
    ),
  );
  const asserted = assert.flatMap((assertion, index) =>
    assertion.type === 'state' && typeof assertion.path === 'string' && assertion.value !== null
      ? [{ path: ['assert', index, 'path'], value: assertion.path }]
      : [],
  );
  return [...inMocks, ...asserted].flatMap(({ path, value }) => {
    if (typeof value !== 'string') return [];
    const missingStep = findMissingStep(value, state);
    // A script may create this path later, so only a similar existing name indicates a typo.
    if (missingStep === undefined || (!isFixed && missingStep.suggestion === undefined)) return [];
    return [{ severity: isFixed ? 'error' : 'warning', path, ...missingStep }];
  });
}

function listEntryPaths(tool: string, entries: readonly MockEntry[]): MockEntryAtPath[] {
  return entries.map((entry, index) => ({ path: ['mocks', tool, index], entry }));
}

/** Finds entries that can never answer, and faults without the following entry that they need for their answer. */
function findOrderProblems(entries: readonly MockEntry[], base: JsonPath): MockProblem[] {
  const catchAll = entries.findIndex(({ when, fault }) => when === undefined && shadowsLaterEntries(fault));
  return entries.flatMap(({ fault }, index): MockProblem[] => {
    const path = [...base, index];
    if (catchAll !== -1 && index > catchAll) {
      const message = `this entry is never used, because entry ${catchAll + 1} answers every call; add a "when" to that entry`;
      return [{ severity: 'warning', path, message }];
    }
    const needsMore = fault?.kind === 'delay' || fault?.kind === 'truncate';
    if (!needsMore || index < entries.length - 1) return [];
    const message = `${fault.kind} needs another entry after it that gives the answer`;
    return [{ severity: 'error', path: [...path, 'fault'], message }];
  });
}

/** True if no entry after this one can ever be used. */
function shadowsLaterEntries(fault: MockEntry['fault']): boolean {
  if (fault === undefined) return true;
  const { kind, times, rate = 1 } = fault;
  return (kind === 'error' || kind === 'timeout') && times === undefined && rate === 1;
}

function findScriptProblems(use: string, path: JsonPath): MockProblem[] {
  return findReferenceProblems('use', use).map(({ message }) => ({ severity: 'error', path, message }));
}

const operatorByMisspelling: Readonly<Record<string, string>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  ...Object.fromEntries(mockOperators.map((operator) => [`$${operator}`, operator])),
  matches: 'regex',
  not: 'ne',
  not_in: 'in',
  nin: 'in',
  neq: 'ne',
  equals: 'eq',
  equal: 'eq',
  eqq: 'eq',
  eqs: 'eq',
  ge: 'gte',
  gteq: 'gte',
  geq: 'gte',
  egt: 'gte',
  get: 'gte',
  gtt: 'gt',
  gtr: 'gt',
  greater: 'gt',
  greater_than: 'gt',
  le: 'lte',
  lteq: 'lte',
  leq: 'lte',
  elt: 'lte',
  let: 'lte',
  ltt: 'lt',
  lss: 'lt',
  less: 'lt',
  less_than: 'lt',
};

type WhenContext = {
  base: JsonPath;
  /** Returns the arguments that other parts of the case mention for the same tool. */
  known: readonly Json[];
};

function findWhenProblems(when: JsonObject, { base, known }: WhenContext): MockProblem[] {
  return Object.entries(when).flatMap(([name, expected]) => {
    if (!isJsonObject(expected)) return [];
    const path = [...base, name];
    const keys = Object.keys(expected);
    const operators = keys.filter(isOperator);
    const elsewhere = known.flatMap((value) =>
      isJsonObject(value) && Object.hasOwn(value, name) ? [value[name] ?? null] : [],
    );
    if (operators.length === 0 && keys.length === 1 && elsewhere.some(isPlainCondition))
      return findMisplacedOperators(expected, path);
    if (operators.length === 0)
      return [...findMisspelledKeys(keys, path), ...findWhenProblems(expected, { base: path, known: elsewhere })];
    const other = keys.find((key) => !isOperator(key));
    if (other === undefined) return Object.entries(expected).flatMap((each) => findOperandProblems(each, path));
    const message = `${JSON.stringify(other)} next to ${operators.join(', ')} is not an operator; operators are ${mockOperators.join(', ')}`;
    return [
      {
        severity: 'error',
        path: [...path, other],
        message,
        suggestion: suggestOperator(other),
      },
    ];
  });
}

function suggestOperator(key: string): string | undefined {
  return Object.hasOwn(operatorByMisspelling, key) ? operatorByMisspelling[key] : findNearestWord(key, mockOperators);
}

/**
 * Finds typos in operators. An edit distance of two would be too large, because plausible argument names such as `id`,
 * `date` and `gate` would match.
 */
function findMisspelledKeys(keys: readonly string[], path: JsonPath): MockProblem[] {
  return keys.flatMap((key): MockProblem[] => {
    const isSlip = Object.hasOwn(operatorByMisspelling, key) || computeEditDistance([...key], [...'regex']) <= 1;
    const suggestion = isSlip ? suggestOperator(key) : undefined;
    if (suggestion === undefined) return [];
    const message = `${JSON.stringify(key)} is not an operator; operators are ${mockOperators.join(', ')}`;
    return [{ severity: 'error', path: [...path, key], message, suggestion }];
  });
}

/**
 * Reports keys that look like misspelt operators. The caller knows that the same argument is a plain value elsewhere in
 * the case, so it cannot be an object with such a key.
 */
function findMisplacedOperators(operators: JsonObject, path: JsonPath): MockProblem[] {
  return Object.keys(operators).map((key): MockProblem => {
    const name = JSON.stringify(path.at(-1));
    const message = `${JSON.stringify(key)} is not an operator, and ${name} is a plain value elsewhere in this case; operators are ${mockOperators.join(', ')}`;
    return { severity: 'error', path: [...path, key], message, suggestion: suggestOperator(key) };
  });
}

function isPlainCondition(value: Json): boolean {
  return typeof value !== 'object' || value === null || isComparison(value);
}

type ArgumentSources = { tool: string; entries: readonly MockEntry[]; entry: MockEntry; rules: readonly Assertion[] };

function listKnownArguments({ tool, entries, entry, rules }: ArgumentSources): Json[] {
  const ofMocks = entries.flatMap(({ when }) => (when === undefined || when === entry.when ? [] : [when]));
  const ofRules = rules.flatMap((rule): { name?: Json; arguments?: Json }[] => {
    if (rule.type === 'tools') return rule.calls;
    if (rule.type !== 'tool_called') return [];
    return isJsonObject(rule.value) ? [rule.value] : [rule];
  });
  const named = ofRules.filter(({ name }) => typeof name === 'string' && isToolNamed({ tool }, name));
  return [...ofMocks, ...named.flatMap(({ arguments: args }) => args ?? [])];
}

function findOperandProblems([operator, value]: [string, Json], base: JsonPath): MockProblem[] {
  const path = [...base, operator];
  const createOperandProblem = (message: string): MockProblem[] => [{ severity: 'error', path, message }];
  switch (operator) {
    case 'in':
      return Array.isArray(value) ? [] : createOperandProblem('"in" needs a list of values');
    case 'regex': {
      if (typeof value !== 'string') return createOperandProblem('"regex" needs a pattern');
      const compiled = compilePattern(value);
      return compiled.kind === 'invalid' ? createOperandProblem(compiled.reason) : [];
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' || typeof value === 'string'
        ? []
        : createOperandProblem(`"${operator}" needs a number or a text`);
    default:
      return [];
  }
}

/** Returns the paths of all references to the state in a result, as written. */
function findStateReferences(result: Json, path: JsonPath): { path: JsonPath; value: Json; isAlone?: boolean }[] {
  if (Array.isArray(result)) return result.flatMap((item, index) => findStateReferences(item, [...path, index]));
  if (!isJsonObject(result)) return [];
  if (isStateReference(result)) {
    return [
      { path: [...path, '$state'], value: result.$state ?? null, isAlone: parseStateReference(result) !== undefined },
    ];
  }
  return Object.entries(result).flatMap(([key, member]) => findStateReferences(member, [...path, key]));
}

function findPathProblems({ path, value, isAlone }: ReturnType<typeof findStateReferences>[number]): MockProblem[] {
  const createPathProblem = (message: string): MockProblem[] => [{ severity: 'error', path, message }];
  if (typeof value !== 'string') return createPathProblem('"$state" needs a JSON path such as $.orders');
  if (isAlone !== true) return createPathProblem('"$state" must be the only key of its object: {"$state": "$.orders"}');
  const quotedPlaceholder = /(["'])(\{\{[^{}]*\}\})\1/.exec(value)?.[2];
  if (quotedPlaceholder !== undefined)
    return createPathProblem(`${quotedPlaceholder} adds quotes around a text by itself; leave out your own`);
  if (value.startsWith('{{'))
    return createPathProblem('an argument cannot be a path; write the path, such as $.orders[{{id}}]');
  const dotted = /\.(\{\{[^{}]*\}\})/.exec(value)?.[1];
  if (dotted !== undefined)
    return createPathProblem(`a key that comes from an argument must be in brackets: [${dotted}]`);
  const parsed = parseJsonPath(fillPathPlaceholders(value, () => ARGUMENT_PLACEHOLDER));
  return parsed.kind === 'invalid'
    ? createPathProblem(parsed.reason.replaceAll(`\\"${ARGUMENT_PLACEHOLDER}\\"`, '{{…}}'))
    : [];
}

/** A placeholder for the value of an argument, which may be any text. */
const ARGUMENT_PLACEHOLDER = '\ue000';

/**
 * Returns a problem for the first step of a path that does not exist in the state. Stops at steps that depend on
 * arguments or filters.
 */
function findMissingStep(path: string, state: Json): { message: string; suggestion?: string | undefined } | undefined {
  const parsed = parseJsonPath(fillPathPlaceholders(path, () => ARGUMENT_PLACEHOLDER));
  if (parsed.kind === 'invalid') return undefined;
  let currentState = state;
  for (const step of parsed.steps) {
    if (step.kind !== 'key' || step.key === ARGUMENT_PLACEHOLDER) return undefined;
    const next =
      isJsonObject(currentState) && Object.hasOwn(currentState, step.key) ? currentState[step.key] : undefined;
    if (next === undefined)
      return { message: describeMissingValue(path, step), suggestion: suggestKey(step.key, currentState) };
    currentState = next;
  }
  return undefined;
}

function describeMissingValue(path: string, { key }: Extract<PathStep, { kind: 'key' }>): string {
  return `the state has nothing at ${path}: it has no ${JSON.stringify(key)}`;
}

function suggestKey(key: string, container: Json): string | undefined {
  return isJsonObject(container) ? findNearestWord(key, Object.keys(container)) : undefined;
}
