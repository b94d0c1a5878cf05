import type { Assertion } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { isForbiddingAssertion } from './assertion-types.ts';
import { type DigitScript, findMissedDigits } from './missed-digits.ts';
import { compilePatternOfAssertion } from './regex.ts';
import type { AssertionOf } from './subject.ts';

/**
 * Warns about a forbidden text that answers are unlikely to contain exactly as written. Such a check always passes, so
 * nobody would notice the mistake. For a required text, the failing check reveals it.
 */
export function findWordingWarnings(
  assertion: Assertion,
  { isForbidden, script }: { isForbidden: boolean; script?: DigitScript | undefined },
): AssertionProblem[] {
  if (isForbiddingAssertion(assertion) === isForbidden) return [];
  return findWarningsByType(assertion, script).map((problem) => ({ ...problem, isWarning: true }));
}

function findWarningsByType(assertion: Assertion, script: DigitScript | undefined): AssertionProblem[] {
  switch (assertion.type) {
    case 'contains':
    case 'not_contains':
    case 'equals':
      return listTexts(assertion.value).flatMap((text) =>
        toProblemsAtField('value', findInvisibleCharacters(text) ?? findPatternSyntaxInText(text)),
      );
    case 'regex':
      return toProblemsAtField(
        assertion.value === undefined ? 'pattern' : 'value',
        findPatternWarning(assertion.value ?? assertion.pattern) ?? findMissedDigitsOfPattern(assertion, script),
      );
    case 'tool_called':
      return findToolCallWarnings(assertion);
    case 'tool_result':
      return toProblemsAtField(
        'value',
        findToolNameWarning(assertion.value.tool) ?? findResultWarning(assertion.value.result ?? null),
      );
    case 'json_path':
    case 'type':
    case 'tools':
    case 'limits':
    case 'state':
    case 'elicited':
    case 'snapshot':
    case 'script':
    case 'agent':
      return [];
    default:
      return assertion satisfies never;
  }
}

function findMissedDigitsOfPattern(
  assertion: AssertionOf<'regex'>,
  script: DigitScript | undefined,
): string | undefined {
  const compiled = compilePatternOfAssertion(assertion);
  if (compiled.kind === 'invalid') return undefined;
  return findMissedDigits(assertion.value ?? assertion.pattern ?? '', { pattern: compiled.pattern, script });
}

function toProblemsAtField(field: string, message: string | undefined): AssertionProblem[] {
  return message === undefined ? [] : [{ field, message: `"${field}" ${message}` }];
}

function listTexts(value: Json): string[] {
  return typeof value === 'string' ? [value] : [];
}

/**
 * Matches invisible characters, which are suspicious in a text with letters. Joiners are not among them, because some
 * scripts and emoji need them.
 */
const invisibleCharacterPattern = /[^\P{Cc}\t\n\r]|[\xa0\xad\u200b\u2028\u2029\u2060\ufeff\ufffd]/u;
const letterPattern = /[\p{L}\p{N}]/u;
const mixedWordPattern = /[a-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[a-z]/iu;

function findInvisibleCharacters(text: string): string | undefined {
  if (!letterPattern.test(text)) return undefined;
  const [character] = invisibleCharacterPattern.exec(text) ?? [];
  if (character === '\b')
    return 'has a backspace, because "\\b" means that in JSON; write "\\\\b" for the edge of a word';
  if (character === '\ufffd') return 'has a character that could not be read; save the file as UTF-8';
  if (character !== undefined)
    return `has an invisible character, ${formatCodePoint(character)}, so few answers will contain it`;
  const [mixedScriptWord] = mixedWordPattern.exec(text) ?? [];
  if (mixedScriptWord !== undefined)
    return `mixes Latin and Cyrillic letters in one word, ${JSON.stringify(mixedScriptWord)}; they look alike`;
  if (text !== text.normalize('NFC'))
    return 'has letters and their accents as separate characters; write each pair as one character';
  return /[\r\n]$/.test(text) ? 'ends in a line break, so few answers will contain it' : undefined;
}

function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const patternSyntax = [
  /\\[dDwWsSbB](?![A-Za-z])/,
  /^\\b/,
  /\(\?[a-zA-Z]+\)/,
  /\.[*+]/,
  /^\*[^*]+\*$/,
  /^\/[^/]+\/[gimsuy]+$/,
  /^[\p{L}\p{N} ]+(?:\b\|\b[\p{L}\p{N} ]+)+$/u,
];

function findPatternSyntaxInText(text: string): string | undefined {
  if (/^file:\/\/\S+\.\w+$/.test(text)) return 'is compared literally; no file is read';
  if (/\{\{\s*(?:metadata\.|options\.|env\.|expected\s*\})/.test(text)) {
    return 'is compared literally; {{…}} is not filled in';
  }
  if (/^\$ENV\.\w+$|^\$\{[A-Z][A-Z0-9_]*\}$/.test(text)) return 'is compared literally; no variable is filled in';
  return patternSyntax.some((each) => each.test(text))
    ? 'looks like a pattern, but is compared as a text; patterns are for "regex"'
    : undefined;
}

function findPatternWarning(source = ''): string | undefined {
  const escapeSequence = /\\\\(?:[dDwWsSbB])(?![A-Za-z])|^\\\\b/.exec(source);
  if (escapeSequence !== null)
    return 'requires a backslash in the answer; in JSON, "\\\\d" is a digit, and "\\\\\\\\d" a backslash and a d';
  if (/\(\?[a-zA-Z]+\)$/.test(source)) return 'has its flags at the end, where they have no effect; write them first';
  return findInvisibleCharacters(source);
}

function findToolCallWarnings({
  value,
  name,
  arguments: expectedArguments,
}: AssertionOf<'tool_called'>): AssertionProblem[] {
  const pattern = typeof value === 'object' && !Array.isArray(value) ? value : { name, arguments: expectedArguments };
  const field = value === undefined ? 'name' : 'value';
  const names = typeof value === 'string' || Array.isArray(value) ? [value].flat() : [pattern.name ?? ''];
  return [
    ...names.flatMap((each) => toProblemsAtField(field, findToolNameWarning(each))),
    ...toProblemsAtField(value === undefined ? 'arguments' : 'value', findArgumentWarning(pattern.arguments ?? {})),
  ];
}

function findToolNameWarning(name: string): string | undefined {
  if (name !== name.trim()) return `names a tool with white space around it, ${JSON.stringify(name)}`;
  if (!/[*?()|\\^$]|^regex:/.test(name)) return findInvisibleCharacters(name);
  return `names a tool ${JSON.stringify(name)}; tool names are compared literally and cannot be patterns`;
}

const resultPatternSyntax = [/^\/[^/]+\/[gimsuy]+$/, /\\[dDwWsSbB](?![A-Za-z])/, /\(\?[a-zA-Z]+\)/, /\.[*+]/];

function findResultWarning(value: Json): string | undefined {
  if (typeof value === 'string') {
    return !value.startsWith('regex:') && resultPatternSyntax.some((each) => each.test(value))
      ? `compares the text ${JSON.stringify(value)} literally; patterns in a result begin with "regex:"`
      : undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  return Object.values(value)
    .map(findResultWarning)
    .find((message) => message !== undefined);
}

const comparisonOperators: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'regex']);

function findArgumentWarning(value: Json): string | undefined {
  if (typeof value === 'string') {
    return value.startsWith('regex:')
      ? `compares the text ${JSON.stringify(value)} literally; arguments cannot be patterns`
      : undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  if (keys.length > 0 && keys.every((key) => comparisonOperators.has(key.replace(/^\$/, '')))) {
    return `compares the argument with ${JSON.stringify(value)} literally; only "when" of a mock supports ${keys[0]}`;
  }
  return Object.values(value)
    .map(findArgumentWarning)
    .find((message) => message !== undefined);
}
