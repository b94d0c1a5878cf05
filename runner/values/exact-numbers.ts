/** The number of digits up to which whole numbers are always exact. */
const MAX_EXACT_DIGITS = 15;
const DECIMAL_POINT_CODE = 46;
const ZERO_CODE = 48;
const NINE_CODE = 57;

/** True for a whole number that JavaScript would round to another number, such as `9007199254740993`. */
export function isInexactNumber(literal: string): boolean {
  return /^-?\d{16,}$/.test(literal) && String(Number(literal)) !== literal;
}

/** Quotes each whole number in a JSON text that JavaScript would round, so that it stays exact as a string. */
export function quoteInexactNumbers(json: string): string {
  let exact = '';
  let end = 0;
  for (const { written, offset } of listInexactNumbers(json)) {
    exact += `${json.slice(end, offset)}"${written}"`;
    end = offset + written.length;
  }
  return end === 0 ? json : exact + json.slice(end);
}

/** Returns the whole numbers in a JSON text that JavaScript would round, with their offsets. */
export function listInexactNumbers(json: string): { written: string; offset: number }[] {
  if (!mayHaveInexactNumbers(json)) return [];
  const quoteOrNumber = /"|-?\d[\d.eE+-]*/g;
  const numbers: { written: string; offset: number }[] = [];
  for (let match = quoteOrNumber.exec(json); match !== null; match = quoteOrNumber.exec(json)) {
    const [numberText] = match;
    if (numberText === '"') quoteOrNumber.lastIndex = findEndOfJsonString(json, quoteOrNumber.lastIndex);
    else if (isInexactNumber(numberText)) numbers.push({ written: numberText, offset: match.index });
  }
  return numbers;
}

/**
 * Returns the offset after the closing quote. A regular expression would overflow the stack on texts of many megabytes.
 */
function findEndOfJsonString(json: string, start: number): number {
  let quote = json.indexOf('"', start);
  while (quote !== -1 && isQuoteEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

function isQuoteEscaped(json: string, quoteIndex: number): boolean {
  let before = quoteIndex - 1;
  while (json[before] === '\\') before -= 1;
  return (quoteIndex - before) % 2 === 0;
}

/**
 * A fast check that reads about one character in sixteen: a run of 16 digits cannot fit between two of the characters
 * that are read. Fractional digits do not count.
 */
function mayHaveInexactNumbers(json: string): boolean {
  const step = MAX_EXACT_DIGITS + 1;
  let position = MAX_EXACT_DIGITS;
  while (position < json.length) {
    if (!isDigit(json, position)) {
      position += step;
      continue;
    }
    let start = position;
    while (isDigit(json, start - 1)) start -= 1;
    let end = position + 1;
    while (isDigit(json, end)) end += 1;
    if (end - start > MAX_EXACT_DIGITS && json.charCodeAt(start - 1) !== DECIMAL_POINT_CODE) return true;
    position = end + MAX_EXACT_DIGITS;
  }
  return false;
}

/** True for a digit at an offset. Outside of the text, `charCodeAt` returns NaN, so the result is false. */
function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO_CODE && code <= NINE_CODE;
}
