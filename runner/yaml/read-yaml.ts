import { type Document, isCollection, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import {
  findNearestWord,
  findTooDeepOffset,
  isJsonObject,
  isNestedTooDeep,
  type Json,
  listSchemaProblems,
  MIN_UNPARSABLE_LEVELS,
  TOO_DEEP_TEXT,
  toErrorMessage,
} from '../values/index.ts';
import { findTooDeepYamlOffset } from './yaml-depth.ts';
import { findOffset, type YamlPath } from './yaml-offset.ts';

export type YamlSource = { text: string; file: string };

/** A problem in a YAML file; `line` and `column` count from 1. */
export type YamlProblem = { file: string; line: number; column: number; message: string; suggestion?: string };

export type YamlPosition = { line: number; column: number };

export type YamlResult<Data> = {
  ok: true;
  /** The validated data, as the schema returns it. */
  data: Data;
  /** The parsed value as the author wrote it. */
  value: Json;
  /** Returns the position of a path, or of its nearest ancestor in the text. */
  positionOf(path: YamlPath, at: 'key' | 'value'): YamlPosition;
};

/**
 * Parses and validates one YAML document; every problem has a line and column. Rejects several documents in a file,
 * duplicate keys, unknown tags, and aliases that contain themselves or expand without limit.
 */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  source: YamlSource,
): YamlResult<z.output<Schema>> | { ok: false; problems: YamlProblem[] } {
  const { file } = source;
  const text = source.text.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const createProblemAtOffset = (offset: number, message: string): YamlProblem => ({
    file,
    ...getPositionAtOffset(lines, offset),
    message,
  });

  const deepest = findTooDeepOffset(text, MIN_UNPARSABLE_LEVELS) ?? findTooDeepYamlOffset(text);
  if (deepest !== undefined) return { ok: false, problems: [createProblemAtOffset(deepest, TOO_DEEP_TEXT)] };
  const parsed = parseYamlSafely(text, lines);
  if (typeof parsed === 'string') return { ok: false, problems: [createProblemAtOffset(0, parsed)] };
  const faults = [...parsed.errors, ...parsed.warnings];
  const deep = faults.find(({ message }) => isStackOverflowMessage(message));
  if (deep !== undefined) return { ok: false, problems: [createProblemAtOffset(deep.pos[0], TOO_DEEP_TEXT)] };
  if (faults.length > 0) {
    return {
      ok: false,
      problems: faults.map((fault) => createProblemAtOffset(fault.pos[0], describeYamlError(fault, text))),
    };
  }
  const key = findCollectionKeyOffset(parsed);
  if (key !== undefined)
    return { ok: false, problems: [createProblemAtOffset(key, 'a list or a map cannot be a key; write a text')] };
  const document = toPlainYamlValue(parsed);
  if ('refused' in document) return { ok: false, problems: [createProblemAtOffset(0, document.refused)] };

  const checked = schema.safeParse(document.value);
  const findYamlOffset = (path: YamlPath, at: 'key' | 'value') => findOffset(parsed, path, at);
  if (!checked.success) {
    const problems = listSchemaProblems(checked.error).map(({ path, message, unknownKey }): YamlProblem => {
      if (unknownKey === undefined) return createProblemAtOffset(findYamlOffset(path, 'value'), message);
      const suggestion = findNearestWord(unknownKey, listKnownKeys(schema, path.slice(0, -1), document.value));
      return { ...createProblemAtOffset(findYamlOffset(path, 'key'), message), suggestion };
    });
    return { ok: false, problems };
  }
  const findPosition = (path: YamlPath, at: 'key' | 'value') => getPositionAtOffset(lines, findYamlOffset(path, at));
  return { ok: true, data: checked.data, value: document.value, positionOf: findPosition };
}

/** Formats a problem: `a.yml:3:5: "tasks[0]" has the unknown key "promt" (did you mean "prompt"?)` */
export function formatYamlProblem({ file, line, column, message, suggestion }: YamlProblem): string {
  const hint = suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`;
  return `${file}:${line}:${column}: ${message}${hint}`;
}

function getPositionAtOffset(lines: LineCounter, offset: number): YamlPosition {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Very deep nesting overflows the stack of any parser, so this error is caught here. */
function parseYamlSafely(text: string, lineCounter: LineCounter): Document.Parsed | string {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false });
  } catch (error) {
    return isStackOverflowMessage(toErrorMessage(error))
      ? TOO_DEEP_TEXT
      : `the file cannot be read as YAML: ${toErrorMessage(error)}`;
  }
}

/** Returns the offset of a key that is a list or a map. YAML would convert it to an unexpected string. */
function findCollectionKeyOffset(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Pair(_, { key }) {
      if (!isCollection(key)) return undefined;
      offset = key.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function describeYamlError({ code, message, pos: [start] }: YAMLError, text: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return `the key ${JSON.stringify(extractKeyAt(text, start))} appears twice in the same place`;
    case 'MULTIPLE_DOCS':
      return 'the file has several documents; put each into a file of its own';
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent YAML; use spaces';
    default:
      return `broken YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  }
}

/** Recognizes the YAML parser's message when its stack overflows. */
function isStackOverflowMessage(message: string): boolean {
  return /call stack/i.test(message);
}

function extractKeyAt(text: string, start: number): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'|^([^:\n]*)(?:\n\s*)?:/.exec(text.slice(start));
  return quoted?.[1] ?? quoted?.[2] ?? quoted?.[3]?.trimEnd() ?? '';
}

function toPlainYamlValue(document: Document.Parsed): { value: Json } | { refused: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // This throws for circular values, and for values that JSON cannot represent.
    JSON.stringify(value);
    if (isNestedTooDeep(value)) return { refused: TOO_DEEP_TEXT };
    return { value: jsonSchema.parse(value) };
  } catch (error) {
    if (error instanceof ReferenceError)
      return { refused: 'the aliases (*name) in the file expand to too much data; write it out' };
    if (error instanceof RangeError) return { refused: TOO_DEEP_TEXT };
    if (error instanceof TypeError) return { refused: 'a part of the file contains itself (&name … *name)' };
    throw error;
  }
}

/** Returns the keys that a schema allows at a path, to suggest the key that was probably meant. */
function listKnownKeys(schema: unknown, path: YamlPath, value: Json | undefined): string[] {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodUnion) {
    const options = inner.options.filter((option) => isSelectedUnionBranch(option, value));
    return options.flatMap((option) => listKnownKeys(option, path, value));
  }
  const [part, ...rest] = path;
  if (inner instanceof z.ZodObject) {
    if (part === undefined) return Object.keys(inner.shape);
    return listKnownKeys(inner.shape[part], rest, isJsonObject(value) ? value[part] : undefined);
  }
  if (inner instanceof z.ZodArray && typeof part === 'number') {
    return listKnownKeys(inner.element, rest, Array.isArray(value) ? value[part] : undefined);
  }
  return [];
}

/** Returns true if the `type` in the value selects this branch of a union. */
function isSelectedUnionBranch(schema: unknown, value: Json | undefined): boolean {
  const inner = unwrapSchema(schema);
  if (!(inner instanceof z.ZodObject)) return true;
  const { type } = inner.shape;
  return !(type instanceof z.ZodLiteral) || (isJsonObject(value) && type.safeParse(value.type).success);
}

function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapSchema(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.in);
  if (schema instanceof z.ZodLazy) return unwrapSchema(schema.unwrap());
  return schema;
}
