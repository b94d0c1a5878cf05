import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findTooDeepOffset, isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';
import { listJsonValuesInProse } from './json-in-prose.ts';

type JsonDocument = Extract<Json, object>;

const FENCE_PATTERN = '```';
/** The JSON parser's error name for a word where a value is expected, such as `true | false`. */
const unclearSymbolPattern = 'InvalidSymbol';
const incompleteJsonErrors = new Set([
  'CloseBraceExpected',
  'CloseBracketExpected',
  'UnexpectedEndOfString',
  'UnexpectedEndOfComment',
]);
const jsonLanguages = new Set(['', 'json', 'json5', 'jsonc', 'jsonl']);

/**
 * Returns the JSON object or list in an agent's text: from a fence, otherwise the whole text, otherwise the first
 * complete object or list in prose. `accepts` skips values of the wrong kind. Nothing is repaired: invalid JSON is not
 * found. Takes time linear in the text.
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

/** Yields every outermost JSON object and list in a text, unparsed, from fences and from prose. */
export function* listJsonTexts(text: string): Generator<string> {
  yield* listJsonFences(text);
  yield* listJsonValuesInProse(text);
}

/**
 * Returns the object in a text that is almost JSON, with small mistakes repaired: comments, an extra or a missing
 * comma. A truncated object is not repaired, because the rest is unknown. Only for answers of judges and simulators,
 * never for output under test.
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
      (printParseErrorCode(error) === unclearSymbolPattern && offset < root.offset + root.length),
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

/** Yields the contents of fences that are labelled as JSON or not labelled, in order. */
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
