import { type ProblemItem, parseSourceItems } from '../inputs/source-items.ts';
import type { QuickFix } from './document.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/**
 * Returns fixes for an object that is not valid JSON. `start` is the beginning of the object, `at` the position of the
 * error. A fix is left out if the parser still stops at the same position with it, or if it breaks the text after the
 * object.
 */
export function listSyntaxFixes(text: string, start: number, at: number): QuickFix[] {
  if (at > start) return listFixCandidates(text, at).filter(({ edits }) => doesFixMoveErrorFurther(text, edits, at));
  return createCloseBracketsFixes(text, start).filter(
    ({ edits }) => listSyntaxProblems(applyEdits(text, edits)).length === 0,
  );
}

type SyntaxFixCreator = (text: string, at: number) => QuickFix | undefined;

const fixCreators: readonly SyntaxFixCreator[] = [
  createMissingSeparatorFix(',', 'Insert the missing comma'),
  createMissingSeparatorFix(':', 'Insert the missing colon'),
  createExtraCommaFix,
  createSingleQuotesFix,
  createBareKeyFix,
  createForeignLiteralFix,
  createMissingBracketFix,
];

function listFixCandidates(text: string, at: number): QuickFix[] {
  return fixCreators.flatMap((candidate) => candidate(text, at) ?? []);
}

function doesFixMoveErrorFurther(text: string, edits: readonly TextEdit[], at: number): boolean {
  const [firstProblem, ...otherProblems] = listSyntaxProblems(applyEdits(text, edits));
  return otherProblems.length === 0 && (firstProblem === undefined || firstProblem.offset > at + 1);
}

function listSyntaxProblems(text: string): ProblemItem[] {
  return [...parseSourceItems(text)].filter((item) => item.kind === 'problem');
}

/** Inserts a character before the error, after the last character that is not white space. */
function createMissingSeparatorFix(character: string, title: string): SyntaxFixCreator {
  return (text, at) => {
    const textBefore = text.slice(0, at).trimEnd().length;
    return { title, edits: [{ from: textBefore, to: textBefore, insert: character }] };
  };
}

function createExtraCommaFix(text: string, at: number): QuickFix | undefined {
  const before = text.slice(0, at).trimEnd();
  if (!before.endsWith(',')) return undefined;
  return { title: 'Remove the comma', edits: [{ from: before.length - 1, to: before.length, insert: '' }] };
}

function createSingleQuotesFix(text: string, at: number): QuickFix | undefined {
  const match = /^'([^'"\\\n]*)'/.exec(text.slice(at));
  if (match === null) return undefined;
  const edits = [{ from: at, to: at + match[0].length, insert: JSON.stringify(match[1]) }];
  return { title: 'Use double quotes', edits };
}

function createBareKeyFix(text: string, at: number): QuickFix | undefined {
  const key = /^[A-Za-z_$][\w$-]*(?=\s*:)/.exec(text.slice(at))?.[0];
  if (key === undefined) return undefined;
  return {
    title: `Put ${key} in double quotes`,
    edits: [{ from: at, to: at + key.length, insert: JSON.stringify(key) }],
  };
}

const jsonLiteralByForeignWord: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);

function createForeignLiteralFix(text: string, at: number): QuickFix | undefined {
  const identifier = /^\w+/.exec(text.slice(at))?.[0] ?? '';
  const word = jsonLiteralByForeignWord.get(identifier);
  if (word === undefined) return undefined;
  return { title: `Write ${word}`, edits: [{ from: at, to: at + identifier.length, insert: word }] };
}

function createMissingBracketFix(text: string, at: number): QuickFix | undefined {
  const replacement = { '}': ']', ']': '}' }[text[at] ?? ''];
  if (replacement === undefined) return undefined;
  return { title: `Insert the missing ${replacement}`, edits: [{ from: at, to: at, insert: replacement }] };
}

/** Adds the missing brackets at the end of an object on a single line. */
function createCloseBracketsFixes(text: string, start: number): QuickFix[] {
  const line = /[^\n]*/.exec(text.slice(start))?.[0].trimEnd() ?? '';
  const missing = listMissingClosingBrackets(line);
  if (missing === undefined || missing === '') return [];
  const end = start + line.length;
  return [{ title: `Add ${missing} at the end of the line`, edits: [{ from: end, to: end, insert: missing }] }];
}

/**
 * Returns the closing brackets that are missing at the end of a line; undefined if the line ends inside a string, or if
 * its brackets do not match.
 */
function listMissingClosingBrackets(line: string): string | undefined {
  const openBrackets: string[] = [];
  const lineWithoutStrings = line.replace(/"(?:[^"\\]|\\.)*("|\\?$)/gs, (_text, end: string) =>
    end === '"' ? '' : '"',
  );
  if (lineWithoutStrings.includes('"')) return undefined;
  for (const character of lineWithoutStrings) {
    if (character === '{') openBrackets.unshift('}');
    if (character === '[') openBrackets.unshift(']');
    if ((character === '}' || character === ']') && openBrackets.shift() !== character) return undefined;
  }
  return openBrackets.join('');
}
