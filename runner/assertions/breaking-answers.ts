import type { Assertion } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { type PathStep, parseJsonPath } from './json-path.ts';
import { type Filter, satisfiesFilter } from './json-path-filter.ts';
import type { AssertionOf, Subject, ToolCallWithTurn } from './subject.ts';
import { toPlainText } from './to-plain-text.ts';
import { listResultPatterns } from './tool-result.ts';

const MANY_REPEATED_CALLS = 100;

export function createSampleAnswer(value: Json, { toolCalls = [], state = {} }: Partial<Subject> = {}): Subject {
  return { value, text: toPlainText(value), toolCalls, state, input: null };
}

/**
 * Returns sample answers that contain what an assertion names, once and many times. An assertion that forbids it must
 * fail for these answers. Undefined if no samples can be made, for example for a pattern.
 */
export function createAnswersToForbid(assertion: Assertion): Subject[] | undefined {
  switch (assertion.type) {
    case 'equals':
    case 'contains':
    case 'not_contains':
      return [createSampleAnswer(assertion.value)];
    case 'json_path':
      return createDocumentsForPath(assertion.path, assertion.value)?.map((sampleDocument) =>
        createSampleAnswer(sampleDocument),
      );
    case 'type':
      return createDocumentsForPath(assertion.path ?? '$', sampleValueByType[assertion.value])?.map((sampleDocument) =>
        createSampleAnswer(sampleDocument),
      );
    case 'state':
      return createSatisfyingStates(assertion)?.map((state) => createSampleAnswer('Done.', { state }));
    case 'tool_called':
      return createRepeatedCallAnswers(createSampleCalls(assertion), listBoundaryCounts(assertion.times));
    case 'tool_result':
      return (
        isLiteralResult(assertion.value.result) && createRepeatedCallAnswers([createSucceededCall(assertion.value)])
      );
    case 'tools':
      return createToolsAnswers(assertion);
    case 'elicited':
      return [createAnswerElicitingFacts(assertion)];
    case 'regex':
    case 'limits':
    case 'snapshot':
    case 'script':
    case 'agent':
      return undefined;
    default:
      return assertion satisfies never;
  }
}

function createAnswerElicitingFacts({ value }: AssertionOf<'elicited'>): Subject {
  return { ...createSampleAnswer('Done.'), facts: value.map((name) => ({ name, state: 'elicited', askedAtTurn: 1 })) };
}

/** Returns sample answers that have a different value at the path of a `state` or `json_path` assertion. */
export function createAnswersWithOtherValues(assertion: Assertion): Subject[] {
  if (assertion.type !== 'state' && assertion.type !== 'json_path') return [];
  const documents = assertion.path === undefined ? [] : (createDocumentsForPath(assertion.path, 'another value') ?? []);
  return documents.map((document) =>
    assertion.type === 'state' ? createSampleAnswer('Done.', { state: document }) : createSampleAnswer(document),
  );
}

const sampleValueByType: Record<AssertionOf<'type'>['value'], Json> = {
  string: 'x',
  number: 1.5,
  integer: 1,
  boolean: true,
  null: null,
  object: {},
  array: [],
};

/** Returns sample answers that contain one of the calls, repeated as often as each of the counts says. */
function createRepeatedCallAnswers(calls: readonly ToolCallWithTurn[], counts: readonly number[] = [1]): Subject[] {
  return [...counts, MANY_REPEATED_CALLS].flatMap((count) =>
    calls.map((call) => createSampleAnswer('Done.', { toolCalls: new Array<ToolCallWithTurn>(count).fill(call) })),
  );
}

function listBoundaryCounts(times: AssertionOf<'tool_called'>['times']): number[] {
  const bounds = typeof times === 'number' ? [times] : [times?.min ?? 1, times?.max ?? 1];
  return bounds.map((limit) => Math.min(limit, MANY_REPEATED_CALLS));
}

/** Returns sample calls of the tools that an assertion names. */
export function createSampleCalls(assertion: AssertionOf<'tool_called'>): ToolCallWithTurn[] {
  const { value, name } = assertion;
  const pattern = typeof value === 'object' && !Array.isArray(value) ? value : { arguments: assertion.arguments };
  const names = [name ?? ('name' in pattern ? pattern.name : value)].flat();
  return names.flatMap((tool) =>
    typeof tool === 'string'
      ? [{}, { error: 'refused' }].map((end) => ({ tool, arguments: pattern.arguments ?? {}, ...end }))
      : [],
  );
}

function createSucceededCall({ tool, result = null }: AssertionOf<'tool_result'>['value']): ToolCallWithTurn {
  return { tool, arguments: {}, result };
}

function createToolsAnswers({ calls }: AssertionOf<'tools'>): Subject[] | undefined {
  if (!calls.every(({ result }) => isLiteralResult(result))) return undefined;
  const listedCalls = calls.map(
    ({ name, arguments: callArguments = {}, result = null, succeeded }): ToolCallWithTurn => {
      const call = { tool: name, arguments: callArguments, result };
      return succeeded === false ? { ...call, error: 'refused' } : call;
    },
  );
  const unlisted: ToolCallWithTurn = { tool: 'play_chess', arguments: {} };
  return [listedCalls, [...listedCalls, unlisted]].map((toolCalls) => createSampleAnswer('Done.', { toolCalls }));
}

/**
 * Returns true for an expected result without patterns; otherwise undefined, because a pattern matches many results.
 */
function isLiteralResult(result: Json = null): true | undefined {
  return listResultPatterns(result).length === 0 ? true : undefined;
}

function createSatisfyingStates({ path, value = null, equals = null }: AssertionOf<'state'>): Json[] | undefined {
  return path === undefined ? [equals] : createDocumentsForPath(path, value);
}

/** Returns sample documents in which a path finds one or several values. */
function createDocumentsForPath(path: string, value: Json): Json[] | undefined {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return undefined;
  const { steps } = parsed;
  const values = Array.isArray(value) && !steps.some(canSelectSeveralValues) ? [value, ...value] : [value];
  const documents = values.map((stepValue) => createDocumentForSteps(steps, stepValue));
  return documents.every((document) => document !== undefined) ? documents : undefined;
}

function canSelectSeveralValues({ kind }: PathStep): boolean {
  return kind === 'wildcard' || kind === 'filter';
}

/**
 * Creates a document that contains a value at a path. A wildcard or a filter in the path creates a list, with an
 * element for each item of an expected list.
 */
function createDocumentForSteps(steps: readonly PathStep[], value: Json): Json | undefined {
  const [step, ...innerSteps] = steps;
  if (step === undefined) return value;
  switch (step.kind) {
    case 'key':
      return createNestedDocument(innerSteps, value, (inner) => ({ [step.key]: inner }));
    case 'index':
      return createNestedDocument(innerSteps, value, (inner) => [
        ...new Array<Json>(Math.min(Math.max(step.index, 0), 99)).fill(null),
        inner,
      ]);
    case 'wildcard':
    case 'filter': {
      const members = (Array.isArray(value) ? value : [value]).map((each) => {
        const member = createDocumentForSteps(innerSteps, each);
        return member === undefined || step.kind === 'wildcard'
          ? member
          : fillElementToSatisfyFilter(step.filter, member);
      });
      return members.every((member) => member !== undefined) ? members : undefined;
    }
    default:
      return step satisfies never;
  }
}

function createNestedDocument(
  innerSteps: readonly PathStep[],
  value: Json,
  wrap: (inner: Json) => Json,
): Json | undefined {
  const inner = createDocumentForSteps(innerSteps, value);
  return inner === undefined ? undefined : wrap(inner);
}

/** Returns an element that satisfies a filter; undefined if that needs more than a few members. */
function fillElementToSatisfyFilter(filter: Filter, element: Json): Json | undefined {
  const filled = isJsonObject(element) ? { ...createPropertiesForFilter(filter), ...element } : element;
  return satisfiesFilter(filter, filled) ? filled : undefined;
}

function createPropertiesForFilter(filter: Filter): JsonObject {
  switch (filter.kind) {
    case 'every':
      return Object.assign({}, ...filter.parts.map(createPropertiesForFilter));
    case 'some':
      return filter.parts[0] === undefined ? {} : createPropertiesForFilter(filter.parts[0]);
    case 'not':
      return {};
    case 'truthy':
      return filter.operand.kind === 'member' ? createNestedObject(filter.operand.keys, true) : {};
    case 'compare':
      return createPropertiesForComparison(filter);
    default:
      return filter satisfies never;
  }
}

function createPropertiesForComparison({ comparator, left, right }: Extract<Filter, { kind: 'compare' }>): JsonObject {
  if (left.kind !== 'member' || right.kind !== 'literal') return {};
  const { value } = right;
  if (typeof value !== 'number' || comparator.includes('='))
    return createNestedObject(left.keys, comparator.startsWith('!') ? 'x' : value);
  return createNestedObject(left.keys, comparator === '<' ? value - 1 : value + 1);
}

function createNestedObject([key, ...innerKeys]: readonly (string | number)[], value: Json): JsonObject {
  if (key === undefined) return {};
  return { [key]: innerKeys.length === 0 ? value : createNestedObject(innerKeys, value) };
}
