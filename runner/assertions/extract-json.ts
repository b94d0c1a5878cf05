import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isJsonObject, type Json, type JsonObject, jsonIn, tooDeepAt } from '../values/index.ts';
import { jsonValuesIn } from './json-in-prose.ts';

type JsonDocument = Extract<Json, object>;

const FENCE = '```';
/** `true | false`, say: a word where a value was to come. */
const unclearSymbol = 'InvalidSymbol';
const endings = new Set([
  'CloseBraceExpected',
  'CloseBracketExpected',
  'UnexpectedEndOfString',
  'UnexpectedEndOfComment',
]);
const jsonLanguages = new Set(['', 'json', 'json5', 'jsonc', 'jsonl']);

/**
 * The JSON object or list in a text that an agent wrote: in a fence, else the whole text, else the first balanced one in
 * the prose. `accepts` skips those that are not the wanted kind. Nothing is repaired: what is not JSON is not found.
 * Takes time linear in the text.
 */
export function extractJson(
  text: string,
  accepts: (value: JsonDocument) => boolean = () => true,
): JsonDocument | undefined {
  for (const body of jsonFences(text)) {
    const value = parseDocument(body);
    if (value !== undefined && accepts(value)) return value;
  }
  const whole = parseDocument(text);
  if (whole !== undefined && accepts(whole)) return whole;
  for (const candidate of jsonValuesIn(text)) {
    const value = parseDocument(candidate);
    if (value !== undefined && accepts(value)) return value;
  }
  return undefined;
}

/** Every JSON object and list in a text, as it is written: those in fences and those in prose, outermost only. */
export function* jsonTextsIn(text: string): Generator<string> {
  yield* jsonFences(text);
  yield* jsonValuesIn(text);
}

/**
 * The object in a text that is nearly JSON, with small mistakes mended: comments, a comma too many or too few. One that breaks
 * off is not: what else it would have said is not known. For answers of judges and simulators, never for what is judged.
 */
export function mendedJson(text: string, accepts: (value: JsonObject) => boolean): JsonObject | undefined {
  const [whole = '', fence = ''] = /^\s*(```\w*\s*)?\{/.exec(text) ?? [];
  if (whole === '' || tooDeepAt(text) !== undefined) return undefined;
  const errors: ParseError[] = [];
  const end = fence === '' ? undefined : text.lastIndexOf(FENCE);
  const root = parseTree(text.slice(whole.length - 1, end), errors, { allowTrailingComma: true });
  if (root === undefined) return undefined;
  const value: unknown = getNodeValue(root);
  const isUnclear = errors.some(
    ({ error, offset }) =>
      endings.has(printParseErrorCode(error)) ||
      (printParseErrorCode(error) === unclearSymbol && offset < root.offset + root.length),
  );
  return isJsonObject(value) && !isUnclear && accepts(value) ? value : undefined;
}

function parseDocument(text: string): JsonDocument | undefined {
  const first = /\S/.exec(text)?.[0];
  if (first !== '{' && first !== '[') return undefined;
  const value = jsonIn(text);
  return isDocument(value) ? value : undefined;
}

function isDocument(value: unknown): value is JsonDocument {
  return Array.isArray(value) || isJsonObject(value);
}

/** The bodies of fences that are labelled as JSON or not at all, in order. */
function* jsonFences(text: string): Generator<string> {
  let open = text.indexOf(FENCE);
  while (open !== -1) {
    const start = open + FENCE.length;
    const close = text.indexOf(FENCE, start);
    const end = close === -1 ? text.length : close;
    const label = /^\w*/.exec(text.slice(start, start + 20))?.[0] ?? '';
    if (jsonLanguages.has(label.toLowerCase())) yield text.slice(start + label.length, end);
    if (close === -1) return;
    open = text.indexOf(FENCE, close + FENCE.length);
  }
}
