import escapeStringRegexp from 'escape-string-regexp';
import { isJsonObject, type Json } from '../../values/index.ts';
import { blankOutComments, type CodeWarning } from '../code-text.ts';
import { findFunctionDeclaration, splitParameters } from '../code-warnings.ts';

/** A function, given by the text of its file and its name. */
export type FunctionSource = { text: string; name: string };

/** A function, by the text of its file without comments (`blankOutComments`) and its name. */
export type FunctionCode = { code: string; name: string };

const numberComparisonPattern = /(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:[<>]=?|[=!]==?)\s*-?\d[\d.]*/g;

/**
 * Finds a comparison of a key of the state with a number, although all known places that write the key store a text
 * that is no number, such as "900 EUR". The comparison has the same result for each of these texts.
 */
export function findTextComparison(
  { code, name }: FunctionCode,
  { state, mocks }: { state: Json; mocks: readonly FunctionCode[] },
): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(code, name);
  if (declaration === undefined) return undefined;
  const bodies = mocks.map((mock) => findFunctionDeclaration(mock.code, mock.name)?.body ?? '');
  for (const [comparison, key = ''] of declaration.body.matchAll(numberComparisonPattern)) {
    const isVariable = new RegExp(`(?<![\\w$.])${escapeStringRegexp(key)}\\s*=(?![=>])`).test(declaration.body);
    const values = isVariable
      ? []
      : [...listTextValuesOfKey(state, key), ...bodies.flatMap((body) => listTextValuesWrittenToKey(body, key))];
    const [first] = values;
    if (first === undefined || values.includes(undefined)) continue;
    const message = `${name} compares "${key}" with a number (${comparison}), but its value is a text such as ${first}`;
    return { line: declaration.line, message };
  }
  return undefined;
}

/** Returns the values of a key in the state: a text that is no number, or undefined for any other value. */
function listTextValuesOfKey(value: Json, key: string): (string | undefined)[] {
  if (Array.isArray(value)) return value.flatMap((item) => listTextValuesOfKey(item, key));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    ...(name === key ? [typeof item === 'string' && isNotNumber(item) ? JSON.stringify(item) : undefined] : []),
    ...listTextValuesOfKey(item, key),
  ]);
}

/** Returns the values that code writes to a key: a text that is no number, or undefined for any other expression. */
function listTextValuesWrittenToKey(code: string, key: string): (string | undefined)[] {
  const word = escapeStringRegexp(key);
  const written = new RegExp(
    `(?<![\\w$\`])${word}["']?\\s*(?::|=(?![=>]))\\s*('[^'\\n]*'|"[^"\\n]*"|\`[^\`]*\`)?(\\s*[,;}\\n])?|[{,]\\s*${word}\\s*[,}]`,
    'g',
  );
  return [...code.matchAll(written)].map(([, text, end]) => {
    if (text === undefined || end === undefined) return undefined;
    return isNotNumber(text.slice(1, -1).replace(/\$\{[^{}]*\}/g, '1')) ? text : undefined;
  });
}

function isNotNumber(text: string): boolean {
  return Number.isNaN(Number(text));
}

/**
 * Finds a comparison by size between a part of a text and the "value" of the assertion. Both are texts of digits, or
 * dates such as 30.11.2026, so they are compared as texts and not as numbers or dates.
 */
export function findTextComparedBySize(
  text: string,
  { name, value }: { name: string; value: unknown },
): CodeWarning | undefined {
  if (typeof value !== 'string') return undefined;
  const isDate = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(value);
  if (!isDate && !/^\d+(?:\.\d+)?$/.test(value)) return undefined;
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const most = declaration && getParameterName(declaration.parameters, 2);
  if (declaration === undefined || most === undefined) return undefined;
  const word = escapeStringRegexp(most);
  const compared = new RegExp(
    `(?<![\\w$.+])([\\w$]+)\\s*[<>]=?\\s*${word}(?![\\w$.(])|(?<![\\w$.+])${word}\\s*[<>]=?\\s*([\\w$]+)(?![\\w$.(])`,
    'g',
  );
  for (const [comparison, left, right] of declaration.body.matchAll(compared)) {
    const part = escapeStringRegexp(left ?? right ?? '');
    const captured = new RegExp(
      `\\bconst\\s+(?:${part}\\s*=(?!\\s*\\+)[^;\\n]{0,80}\\.(?:exec|match)\\([^;\\n]{0,80}\\)(?:\\?\\.|!)?\\[\\d\\]\\s*[;\\n]|\\[[^\\]=\\n]{0,80}\\b${part}\\b[^\\]=\\n]{0,80}\\]\\s*=\\s*[^;\\n]{0,80}\\.(?:exec|match)\\()`,
    );
    if (!captured.test(declaration.body)) continue;
    const reason = isDate
      ? 'so the day decides before the month and the year; convert them to dates'
      : 'so "1200" is less than "500"; convert them with Number()';
    const message = `"${comparison}" in ${name} compares two texts, ${reason}`;
    return { line: declaration.line, message };
  }
  return undefined;
}

function getParameterName(parameters: string, index: number): string | undefined {
  return /^[A-Za-z_$][\w$]*/.exec(splitParameters(parameters)[index] ?? '')?.[0];
}
