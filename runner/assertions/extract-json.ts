import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findTooDeepOffset, isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';
import { listJsonValuesInProse } from './json-in-prose.ts';

type JsonDocument = Extract<Json, object>;

const FENCE_PATTERN = '```';
/** The parser's error for an invalid word where a value is expected, such as `true | false`. */
const invalidSymbolErrorName = 'InvalidSymbol';
const incompleteJsonErrors = new Set([
  'CloseBraceExpected',
  'CloseBracketExpected',
  'UnexpectedEndOfString',
  'UnexpectedEndOfComment',
]);
const jsonLanguages = new Set(['', 'json', 'json5', 'jsonc', 'jsonl']);

/**
 * Returns the JSON object or list in an agent's text: from a code fence, otherwise the whole text, otherwise the first
 * complete object or list in the prose. Values that `accepts` refuses are skipped. Invalid JSON is not repaired. Takes
 * time linear in the text.
 */
export function extractJson(
  text: string,
  accepts: (value: JsonDocument) => boolean = () => true,
): JsonDocument | undefined {
  for (const body of listJsonFences(text)) {
    const value = parseObjectOrList(body);
    if (value !== undefined && accepts(value)) return value;
  }
  const document = parseObjectOrList(text);
  if (document !== undefined && accepts(document)) return document;
  for (const candidate of listJsonValuesInProse(text)) {
    const value = parseObjectOrList(candidate);
    if (value !== undefined && accepts(value)) return value;
  }
  return undefined;
}

/** Yields the texts of all JSON objects and lists in a text, in fences and in prose, except those inside others. */
export function* listJsonTexts(text: string): Generator<string> {
  yield* listJsonFences(text);
  yield* listJsonValuesInProse(text);
}

/**
 * Returns the object in a text that is JSON except for small mistakes, such as comments or a missing comma. An object
 * that is cut off is not repaired, because its end is unknown. Used only for answers of judges and simulators, never
 * for tested output.
 */
export function repairJson(text: string, accepts: (value: JsonObject) => boolean): JsonObject | undefined {
  const [fullText = '', fence = ''] = /^\s*(```\w*\s*)?\{/.exec(text) ?? [];
  if (fullText === '' || findTooDeepOffset(text) !== undefined) return undefined;
  const errors: ParseError[] = [];
  const end = fence === '' ? undefined : text.lastIndexOf(FENCE_PATTERN);
  const root = parseTree(text.slice(fullText.length - 1, end), errors, { allowTrailingComma: true });
  if (root === undefined) return undefined;
  const value: unknown = getNodeValue(root);
  const isUnclear = errors.some(
    ({ error, offset }) =>
      incompleteJsonErrors.has(printParseErrorCode(error)) ||
      (printParseErrorCode(error) === invalidSymbolErrorName && offset < root.offset + root.length),
  );
  return isJsonObject(value) && !isUnclear && accepts(value) ? value : undefined;
}

function parseObjectOrList(text: string): JsonDocument | undefined {
  const first = /\S/.exec(text)?.[0];
  if (first !== '{' && first !== '[') return undefined;
  const value = tryParseJson(text);
  return isObjectOrList(value) ? value : undefined;
}

function isObjectOrList(value: unknown): value is JsonDocument {
  return Array.isArray(value) || isJsonObject(value);
}

/** Yields the contents of code fences with a JSON label or none, in order. */
function* listJsonFences(text: string): Generator<string> {
  let open = text.indexOf(FENCE_PATTERN);
  while (open !== -1) {
    const start = open + FENCE_PATTERN.length;
    const close = text.indexOf(FENCE_PATTERN, start);
    const end = close === -1 ? text.length : close;
    const label = /^\w*/.exec(text.slice(start, start + 20))?.[0] ?? '';
    if (jsonLanguages.has(label.toLowerCase())) yield text.slice(start + label.length, end);
    if (close === -1) return;
    open = text.indexOf(FENCE_PATTERN, close + FENCE_PATTERN.length);
  }
}
