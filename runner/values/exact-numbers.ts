/** Whole numbers with at most this many digits are always exact. */
const MOST_DIGITS_HELD = 15;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const textOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g;

/** True for a whole number that JavaScript would round to another one: `9007199254740993`. */
export function isInexact(literal: string): boolean {
  return /^-?\d{16,}$/.test(literal) && String(Number(literal)) !== literal;
}

/** Quotes each whole number in a JSON text that JavaScript would round, so that it stays exact as a string. */
export function withExactNumbers(json: string): string {
  if (!mayHaveInexact(json)) return json;
  return json.replace(textOrNumber, (token) => (isInexact(token) ? `"${token}"` : token));
}

/** The whole numbers in a JSON text that JavaScript would round, with their offsets. */
export function inexactNumbers(json: string): { written: string; offset: number }[] {
  if (!mayHaveInexact(json)) return [];
  return [...json.matchAll(textOrNumber)].flatMap(({ 0: literal, index: offset }) =>
    isInexact(literal) ? [{ written: literal, offset }] : [],
  );
}

/**
 * A fast check that reads about one character in sixteen: a run of 16 digits cannot fit between two of these
 * characters. Fractional digits do not count.
 */
function mayHaveInexact(json: string): boolean {
  const step = MOST_DIGITS_HELD + 1;
  let at = MOST_DIGITS_HELD;
  while (at < json.length) {
    if (!isDigit(json, at)) {
      at += step;
      continue;
    }
    let start = at;
    while (isDigit(json, start - 1)) start -= 1;
    let end = at + 1;
    while (isDigit(json, end)) end += 1;
    if (end - start > MOST_DIGITS_HELD && json.charCodeAt(start - 1) !== POINT) return true;
    at = end + MOST_DIGITS_HELD;
  }
  return false;
}

/** True for a digit at an offset. Outside of the text, `charCodeAt` returns NaN, so the result is false. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}
