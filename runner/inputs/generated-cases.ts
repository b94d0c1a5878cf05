import { extractJson } from '../assertions/extract-json.ts';
import type { TestCase } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, toJsonText } from '../values/index.ts';
import { createCaseHash } from './case-hash.ts';
import { scanObject } from './object-scanner.ts';
import { parseCases } from './parse-cases.ts';
import { formatHint, type InputProblem } from './problem.ts';
import { parseObjectText, parseSourceItems } from './source-items.ts';

const MAX_EXCERPT_LENGTH = 200;

/** `proposed` has everything that the generator produced, one item per line, including items that are not cases. */
export type GeneratedCases =
  | { ok: true; cases: TestCase[]; warnings: string[] }
  | { ok: false; problem: string; details: string[]; proposed: string[] };

/**
 * Reads the cases in a generator's answer: a list, `{cases}`, `{test_cases}` or one case, as a value or as JSON in a
 * text. The cases are validated like a case file; `details` lists the problems of each case; the cases are numbered
 * from 1.
 */
export function parseGeneratedCases(answer: Json): GeneratedCases {
  const proposed = typeof answer === 'string' ? parseCasesInText(answer) : toJsonLines(findCaseList(answer));
  if (proposed === undefined) return createUnusableAnswer(answer);
  if (proposed.length === 0)
    return { ok: false, problem: 'answered with an empty list of cases', details: [], proposed };
  const unsound = { ok: false, problem: 'generated cases that cannot be run', proposed } as const;
  const foreign = proposed.flatMap((line, index) =>
    line.startsWith('{')
      ? []
      : [`generated case ${index + 1}: expected an object, found ${formatAnswerExcerpt(JSON.parse(line))}`],
  );
  if (foreign.length > 0) return { ...unsound, details: foreign };
  const { cases, problems, warnings } = parseCases({
    text: proposed.join('\n'),
    file: 'generated',
    hashOf: createCaseHash(),
  });
  if (problems.length > 0) return { ...unsound, details: problems.map(formatGeneratedCaseProblem) };
  return { ok: true, cases, warnings: warnings.map(formatGeneratedCaseProblem) };
}

function toJsonLines(entries: readonly Json[] | undefined): string[] | undefined {
  return entries?.map((entry) => JSON.stringify(entry));
}

/** Finds cases in a text even if it is not a single JSON value, because more cases may follow the first one. */
function parseCasesInText(text: string): string[] | undefined {
  const extracted = extractJson(text, (value) => findCaseList(value) !== undefined);
  const lines =
    extracted === undefined || (isJsonObject(extracted) && isLikelyCase(extracted)) ? extractCaseLines(text) : [];
  return lines.length > (extracted === undefined ? 0 : 1) ? lines : toJsonLines(extracted && findCaseList(extracted));
}

/** Finds the cases in a text as in a case file, including truncated cases; prose around them is ignored. */
function extractCaseLines(text: string): string[] {
  return [...parseSourceItems(text)].flatMap((item) => {
    if (item.kind === 'object') return toCaseLines(item.value);
    const source = text.slice(item.start, item.end);
    if (item.about === 'object') return describeBrokenCase(source);
    return item.about === 'foreign' ? extractCasesOfTruncatedList(source) : [];
  });
}

/** Returns the cases of a truncated list in which several items share a line. */
function extractCasesOfTruncatedList(source: string): string[] {
  const arrayStart = /^\s*\[\s*(?=\{)/.exec(source);
  const lines: string[] = [];
  for (let start = arrayStart?.[0].length ?? source.length; source[start] === '{'; ) {
    const scan = scanObject(source, start);
    if (scan.kind === 'broken') return [...lines, ...describeBrokenCase(source.slice(start))];
    const value = parseObjectText(source.slice(start, scan.end));
    lines.push(...(value === undefined ? describeBrokenCase(source.slice(start, scan.end)) : toCaseLines(value)));
    start = scan.end + (/^[\s,]*/.exec(source.slice(scan.end, scan.end + MAX_EXCERPT_LENGTH))?.[0].length ?? 0);
  }
  return lines;
}

function toCaseLines(value: Json): string[] {
  return isJsonObject(value) && isLikelyCase(value) ? [JSON.stringify(value)] : [];
}

/**
 * Joins a truncated case to one line, and removes a code fence or closing bracket after it. This is safe, because JSON
 * strings contain no line breaks.
 */
function describeBrokenCase(source: string): string[] {
  if (!/"(id|input|checkpoints)"\s*:/.test(source)) return [];
  const lines = source.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line, index) => index > 0 && /^(```|\][^"]*$)/.test(line));
  return [
    lines
      .slice(0, end === -1 ? undefined : end)
      .join(' ')
      .trim(),
  ];
}

function findCaseList(value: Json): Json[] | undefined {
  if (Array.isArray(value)) return value.length === 0 || value.some(isJsonObject) ? value : undefined;
  if (!isJsonObject(value)) return undefined;
  for (const list of [value.cases, value.test_cases]) if (Array.isArray(list)) return list;
  return isLikelyCase(value) ? [value] : undefined;
}

function isLikelyCase(value: JsonObject): boolean {
  return 'id' in value || 'input' in value || 'checkpoints' in value || 'turns' in value;
}

/** The line number is also the number of the case, because each case was written on a separate line. */
function formatGeneratedCaseProblem({ line, message, suggestion }: InputProblem): string {
  return `generated case ${line}: ${message}${formatHint(suggestion)}`;
}

function createUnusableAnswer(answer: Json): GeneratedCases {
  const details = [
    `its answer was ${formatAnswerExcerpt(answer)}`,
    'A generator answers with a list of cases, {"cases": […]}, {"test_cases": […]} or one case, as JSON.',
  ];
  return { ok: false, problem: 'answered with no cases', details, proposed: [] };
}

function formatAnswerExcerpt(value: Json): string {
  const text = toJsonText(value);
  return JSON.stringify(text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text);
}
