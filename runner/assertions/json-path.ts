import { JSONPath } from 'jsonpath-plus';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { type Filter, parseFilter, satisfiesFilter } from './json-path-filter.ts';
import {
  createPathReader,
  type PathReader,
  PathSyntaxError,
  parseQuotedString,
  takeMatchingText,
} from './path-reader.ts';

export type PathStep =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  | { kind: 'wildcard' }
  | { kind: 'filter'; filter: Filter };

/**
 * How indexes are counted. With `from the end`, the index `[-1]` selects the last item; assertions do not allow this.
 */
export type ArrayIndexMode = 'from the start' | 'from the end';

export type ParsedPath = { kind: 'path'; steps: PathStep[] } | { kind: 'invalid'; reason: string };

/** The result of a path. A path with a wildcard or filter selects a list, in document order, even if it is empty. */
export type PathSelection = { kind: 'value'; value: Json } | { kind: 'list'; values: Json[] } | { kind: 'missing' };

const MAX_PATH_LENGTH = 2_000;
const PLAIN_NAME_PATTERN = /^\w+$/;
const RESERVED_CHARACTERS_PATTERN = /[()'"*^~?@,`\]]/;

/**
 * Parses a path such as `$.a.b`, `a.b`, `a[0].b` or `$[0]`, with quoted keys, `*` and `?(…)` filters. The parser is
 * written by hand, because the JSONPath library accepts every path. An assertion could then pass because its path means
 * something else than its author thought.
 */
export function parseJsonPath(path: string, indexes: ArrayIndexMode = 'from the start'): ParsedPath {
  if (path.length > MAX_PATH_LENGTH) return { kind: 'invalid', reason: 'the JSON path is too long' };
  try {
    return { kind: 'path', steps: parseSteps(createPathReader(path), indexes) };
  } catch (error) {
    if (!(error instanceof PathSyntaxError)) throw error;
    return { kind: 'invalid', reason: `unsupported JSON path ${JSON.stringify(path)}: ${error.message}` };
  }
}

/** Returns the problems of an assertion's path. */
export function findJsonPathProblems(path: string): AssertionProblem[] {
  const parsed = parseJsonPath(path);
  return parsed.kind === 'invalid' ? [{ field: 'path', message: parsed.reason }] : [];
}

export function selectPath(document: Json, steps: readonly PathStep[]): PathSelection {
  let nodes = [document];
  for (const step of steps) {
    // If a wildcard or filter is applied to a missing value, the result is missing and not an empty list.
    if (canSelectSeveralValues(step) && !nodes.some(isObjectOrArray)) return { kind: 'missing' };
    nodes = nodes.flatMap((node) => selectChildren(node, step));
  }
  if (steps.some(canSelectSeveralValues)) return { kind: 'list', values: nodes };
  const [value] = nodes;
  return value === undefined ? { kind: 'missing' } : { kind: 'value', value };
}

function canSelectSeveralValues({ kind }: PathStep): boolean {
  return kind === 'wildcard' || kind === 'filter';
}

function isObjectOrArray(node: Json): boolean {
  return typeof node === 'object' && node !== null;
}

function selectChildren(node: Json, step: PathStep): Json[] {
  switch (step.kind) {
    case 'key':
      return isJsonObject(node) ? selectPropertyValues(node, step.key) : [];
    case 'index':
      return Array.isArray(node)
        ? selectWithJsonPathLibrary(node, String(step.index < 0 ? node.length + step.index : step.index))
        : [];
    case 'wildcard':
      return selectWithJsonPathLibrary(node, '*');
    case 'filter':
      return selectWithJsonPathLibrary(node, '*').filter((member) => satisfiesFilter(step.filter, member));
    default:
      step satisfies never;
      return [];
  }
}

/**
 * Applies one step of a path with the JSONPath library. The library does not get the whole path, because it treats
 * `list.length` and `list.0` as members.
 */
function selectWithJsonPathLibrary(node: Json, element: string): Json[] {
  if (typeof node !== 'object' || node === null) return [];
  const matches = JSONPath({ path: ['$', element], json: node, wrap: true, eval: false });
  return Array.isArray(matches) ? matches : [];
}

function selectPropertyValues(node: JsonObject, key: string): Json[] {
  // Looks up members with names that the JSONPath library treats as syntax even if they are quoted: `^`, `a,b` and the
  // empty name.
  if (PLAIN_NAME_PATTERN.test(key)) return selectWithJsonPathLibrary(node, key);
  return Object.hasOwn(node, key) ? [node[key] ?? null] : [];
}

function parseSteps(reader: PathReader, indexes: ArrayIndexMode): PathStep[] {
  const steps: PathStep[] = [];
  if (/^\$(?:$|[.[])/.test(reader.source)) reader.position = 1;
  while (reader.position < reader.source.length) steps.push(parseStep(reader, indexes, steps.length === 0));
  return steps;
}

function parseStep(reader: PathReader, indexes: ArrayIndexMode, isFirst: boolean): PathStep {
  const hasDot = reader.source[reader.position] === '.';
  if (hasDot) reader.position += 1;
  const next = reader.source[reader.position];
  if (next === '[') return parseBracket(reader, indexes);
  if (next === '.') throw new PathSyntaxError('".." (search at any depth) is not supported');
  if (next === undefined) throw new PathSyntaxError('the path ends with a dot');
  if (!hasDot && !isFirst) throw new PathSyntaxError(`a dot is missing before ${JSON.stringify(next)}`);
  const name = takeMatchingText(reader, /[^.[]*/y);
  if (name === '*') return { kind: 'wildcard' };
  if (RESERVED_CHARACTERS_PATTERN.test(name))
    throw new PathSyntaxError(`write the key ${JSON.stringify(name)} in brackets and quotes`);
  return { kind: 'key', key: name };
}

function parseBracket(reader: PathReader, indexes: ArrayIndexMode): PathStep {
  reader.position += 1;
  const step = parseSelector(reader, indexes);
  if (reader.source[reader.position] !== ']')
    throw new PathSyntaxError('"]" is missing, or its content is unsupported');
  reader.position += 1;
  return step;
}

function parseSelector(reader: PathReader, indexes: ArrayIndexMode): PathStep {
  const next = reader.source[reader.position];
  if (next === '"' || next === "'") return { kind: 'key', key: parseQuotedString(reader) };
  if (next === '?') return { kind: 'filter', filter: parseFilter(reader) };
  const text = takeMatchingText(reader, /[^\]]*/y);
  if (text === '*') return { kind: 'wildcard' };
  if (/^\d+$/.test(text)) return { kind: 'index', index: Number(text) };
  if (indexes === 'from the end' && /^-\d+$/.test(text)) return { kind: 'index', index: Number(text) };
  if (/^-\d+$/.test(text)) throw new PathSyntaxError('indexes count from 0; negative ones are not supported');
  if (text.includes(':')) throw new PathSyntaxError('slices are not supported');
  throw new PathSyntaxError(`[${text}] is not an index; a key needs quotes: ["${text}"]`);
}
