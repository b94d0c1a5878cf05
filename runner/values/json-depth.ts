/**
 * The maximum nesting of values. Deeper values are rejected at every input, because recursive code would overflow the
 * stack.
 */
export const MAX_LEVELS = 500;

/**
 * The maximum nesting of reports, events and recordings. It is a little higher than that of values, because these
 * contain user values inside their own structure.
 */
export const MAX_RECORD_LEVELS = MAX_LEVELS + 50;

/**
 * The number of open brackets from which a text is not parsed as YAML. Prose may open brackets without closing them,
 * and a YAML parser would then take seconds to report the error.
 */
export const MIN_UNPARSABLE_LEVELS = 10_000;

export const TOO_DEEP_TEXT = `it is nested more than ${MAX_LEVELS} levels deep`;

const QUOTE_CODE = 34;
const BACKSLASH_CODE = 92;
const NEWLINE_CODE = 10;
const openingBracketCodes = new Set([91, 123]);
const closingBracketCodes = new Set([93, 125]);

/** The offset of the first bracket that exceeds the depth limit. Also works for invalid JSON and JSON with comments. */
export function findTooDeepOffset(text: string, levels: number = MAX_LEVELS): number | undefined {
  if (!hasTooManyOpenings(text, levels)) return undefined;
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (isInString) {
      if (code === BACKSLASH_CODE) position += 1;
      // A JSON string cannot span lines, so an unclosed string ends at the line break.
      else if (code === QUOTE_CODE || code === NEWLINE_CODE) isInString = false;
    } else if (code === QUOTE_CODE) isInString = true;
    else if (openingBracketCodes.has(code)) {
      depth += 1;
      if (depth > levels) return position;
    } else if (closingBracketCodes.has(code)) depth -= 1;
  }
  return undefined;
}

/**
 * A quick check: most texts have too few brackets to be nested too deep. Counting brackets takes a tenth of the time of
 * a full check.
 */
function hasTooManyOpenings(text: string, levels: number): boolean {
  let count = 0;
  for (const openingBracket of ['{', '[']) {
    for (
      let position = text.indexOf(openingBracket);
      position !== -1;
      position = text.indexOf(openingBracket, position + 1)
    ) {
      count += 1;
      if (count > levels) return true;
    }
  }
  return false;
}

/** True for a value that is nested too deep. A value that contains itself always is. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = new Set<object>(isObjectOrArray(value) ? [value] : []);
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth >= MAX_LEVELS) return true;
    const next = new Set<object>();
    for (const container of level) {
      for (const member of Object.values(container)) if (isObjectOrArray(member)) next.add(member);
    }
    level = next;
  }
  return false;
}

function isObjectOrArray(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
