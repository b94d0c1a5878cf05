import { getLocation, type Node, parseTree } from 'jsonc-parser';
import { findNodeAtPath, getPropertyKey } from '../inputs/json-tree.ts';
import { findTooDeepOffset, isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import type { CaseSchema } from './case-schema.ts';
import { getValueWithoutPath } from './get-value-without-path.ts';
import { type AutocompleteNames, labelByNameKind, suggestNames } from './suggest-names.ts';

/** A completion. `insert` replaces the source text from `from` to `to`. */
export type CaseCompletion = {
  label: string;
  /** The kind of the completion, in a word or two. */
  detail?: string;
  /** Explains the completion in a sentence. */
  info?: string;
  insert: string;
  /** Where the cursor is placed, as an offset in the inserted text. */
  cursor: number;
};

export type CaseCompletions = {
  /** The start of the word that is being typed. For a quoted word, this is after the quote. */
  wordFrom: number;
  from: number;
  to: number;
  options: CaseCompletion[];
};

type CompletionRequest = { source: string; offset: number; schema: CaseSchema; names: AutocompleteNames };

/**
 * Returns the completions for keys, values and names at an offset in the source of a case. The case may be incomplete.
 */
export function findCompletionsAt({ source, offset, schema, names }: CompletionRequest): CaseCompletions | undefined {
  if (findTooDeepOffset(source) !== undefined) return undefined;
  const location = getLocation(source, offset);
  const root = parseTree(source);
  if (root === undefined) return undefined;
  const word = findWordRangeAt(source, offset, location.previousNode);
  const path = location.path;
  const valueSoFar = getValueWithoutPath(root, path);
  const options = location.isAtPropertyKey
    ? listKeyCompletions(schema.shapesAt(path.slice(0, -1), valueSoFar), {
        source,
        word,
        schema,
        presentKeys: new Set((findNodeAtPath(root, path.slice(0, -1))?.children ?? []).map(getPropertyKey)),
      })
    : listValueCompletions(schema.shapesAt(path, valueSoFar), suggestNames({ path, written: valueSoFar, names }));
  return options.length === 0 ? undefined : { ...word, options };
}

type WordRange = { wordFrom: number; from: number; to: number };

/** Returns the range of the quoted string around an offset, or of the letters before the offset. */
function findWordRangeAt(source: string, offset: number, previous: Node | undefined): WordRange {
  if (previous !== undefined && offset > previous.offset && offset <= previous.offset + previous.length) {
    const isQuoted = source[previous.offset] === '"';
    const to = previous.offset + previous.length;
    if (!isQuoted || offset < to || source[to - 1] !== '"') {
      return { wordFrom: previous.offset + (isQuoted ? 1 : 0), from: previous.offset, to };
    }
  }
  const letters = /"?(?<![\w-])[\w-]*$/.exec(source.slice(0, offset))?.[0] ?? '';
  const from = offset - letters.length;
  return { wordFrom: letters.startsWith('"') ? from + 1 : from, from, to: offset };
}

type KeyCompletionContext = { source: string; word: WordRange; schema: CaseSchema; presentKeys: ReadonlySet<string> };

function listKeyCompletions(
  shapes: readonly JsonObject[],
  { source, word, schema, presentKeys }: KeyCompletionContext,
): CaseCompletion[] {
  const valuesByKey = new Map<string, Json>();
  for (const { properties } of shapes) {
    for (const [key, property] of Object.entries(isJsonObject(properties) ? properties : {}))
      valuesByKey.set(key, property);
  }
  const current = source.slice(word.wordFrom, word.to).replace(/"$/, '');
  const hasColon = /^\s*:/.test(source.slice(word.to));
  const style = /":\s/.test(source) ? ': ' : ':';
  return [...valuesByKey]
    .filter(([key]) => (key === current || !presentKeys.has(key)) && !/^assertions?$/.test(key))
    .map(([key, property]) => {
      const shape = isJsonObject(property) ? property : {};
      const info = typeof shape.description === 'string' ? { info: shape.description } : {};
      const name = JSON.stringify(key);
      if (hasColon) return { label: key, ...info, insert: name, cursor: name.length };
      const [onlyShape, ...others] = schema.alternativesOf(shape);
      const kind = onlyShape === undefined || others.length > 0 ? {} : onlyShape;
      const { before, after } = getEmptyValueText(kind);
      const start = `${name}${style}${before}`;
      return { label: key, detail: formatKindLabel(kind), ...info, insert: start + after, cursor: start.length };
    });
}

function getEmptyValueText({ type }: JsonObject): { before: string; after: string } {
  switch (type) {
    case 'string':
      return { before: '"', after: '"' };
    case 'array':
      return { before: '[', after: ']' };
    case 'object':
      return { before: '{', after: '}' };
    default:
      return { before: '', after: '' };
  }
}

const labelByJsonType: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  object: 'object',
  boolean: 'true or false',
  integer: 'number',
  number: 'number',
};

function formatKindLabel({ type }: JsonObject): string {
  return typeof type === 'string' ? (labelByJsonType[type] ?? type) : 'value';
}

function listValueCompletions(
  shapes: readonly JsonObject[],
  suggestedNames: ReturnType<typeof suggestNames>,
): CaseCompletion[] {
  const values = new Map<string, CaseCompletion>();
  for (const { kind, name } of suggestedNames)
    values.set(JSON.stringify(name), toCompletion(name, labelByNameKind[kind]));
  for (const shape of shapes) {
    const listedValues = Array.isArray(shape.enum) ? shape.enum : [];
    const constantValue = shape.const === undefined ? [] : [shape.const];
    const booleans = shape.type === 'boolean' ? [true, false] : [];
    for (const value of [...listedValues, ...constantValue, ...booleans])
      values.set(JSON.stringify(value), toCompletion(value));
  }
  return [...values.values()];
}

function toCompletion(value: Json, detail?: string): CaseCompletion {
  const insert = JSON.stringify(value);
  const label = typeof value === 'string' ? value : insert;
  return { label, detail, insert, cursor: insert.length };
}
