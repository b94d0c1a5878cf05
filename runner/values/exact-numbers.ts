/** A number of fewer digits is always held. */
const MOST_DIGITS_HELD = 15;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const textOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g;

/** JavaScript would take another whole number for the one that is written: `9007199254740993`. */
export function isInexact(literal: string): boolean {
  return /^-?\d{16,}$/.test(literal) && String(Number(literal)) !== literal;
}

/** A text of JSON in which each whole number that JavaScript cannot hold is a text of its digits. */
export function withExactNumbers(json: string): string {
  if (!mayHaveInexact(json)) return json;
  return json.replace(textOrNumber, (token) => (isInexact(token) ? `"${token}"` : token));
}

/** The whole numbers in a text of JSON that JavaScript cannot hold, with their offsets. */
export function inexactNumbers(json: string): { written: string; offset: number }[] {
  if (!mayHaveInexact(json)) return [];
  return [...json.matchAll(textOrNumber)].flatMap(({ 0: literal, index: offset }) =>
    isInexact(literal) ? [{ written: literal, offset }] : [],
  );
}

/** Looks at one character in sixteen: so many digits in a row, and not behind a point, are rare. */
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

/** No character has the code NaN of a place outside of the text. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}
