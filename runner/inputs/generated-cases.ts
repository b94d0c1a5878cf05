import { extractJson } from '../assertions/extract-json.ts';
import { isJsonObject, type Json, type JsonObject, type TestCase } from '../contract/index.ts';
import { caseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';
import { formatHint, type Problem } from './problem.ts';

const SHOWN = 200;

export type GeneratedCases =
  | { ok: true; cases: TestCase[]; warnings: string[] }
  | { ok: false; problem: string; details: string[] };

/**
 * The cases in a generator's answer: a list, `{cases}`, `{test_cases}` or one case, as a value or as JSON in a text.
 * They are held to what a case file is held to; the details say of each case, counted from 1, what is wrong with it.
 */
export function readGeneratedCases(answer: Json): GeneratedCases {
  const entries = typeof answer === 'string' ? entriesInText(answer) : entriesOf(answer);
  if (entries === undefined) return unusable(answer);
  if (entries.length === 0) return { ok: false, problem: 'answered with an empty list of cases', details: [] };
  const foreign = entries.flatMap((entry, index) =>
    isJsonObject(entry) ? [] : [`generated case ${index + 1}: expected an object, found ${shown(entry)}`],
  );
  if (foreign.length > 0) return { ok: false, problem: 'generated cases that cannot be run', details: foreign };
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  const { cases, problems, warnings } = parseCases({ text, file: 'generated', hashOf: caseHash });
  if (problems.length > 0) {
    return { ok: false, problem: 'generated cases that cannot be run', details: problems.map(nameCase) };
  }
  return { ok: true, cases, warnings: warnings.map(nameCase) };
}

/** Several objects one after the other are JSON lines: all of them count, not only the first. */
function entriesInText(text: string): Json[] | undefined {
  const found = extractJson(text, (value) => entriesOf(value) !== undefined);
  if (found === undefined) return undefined;
  const lines = isJsonObject(found) && isCase(found) ? caseLines(text) : [];
  return lines.length > 1 ? lines : entriesOf(found);
}

function caseLines(text: string): JsonObject[] {
  return text.split('\n').flatMap((line) => {
    const value = /^\s*\{/.test(line) ? extractJson(line) : undefined;
    return isJsonObject(value) && isCase(value) ? [value] : [];
  });
}

function entriesOf(value: Json): Json[] | undefined {
  if (Array.isArray(value)) return value.length === 0 || value.some(isJsonObject) ? value : undefined;
  if (!isJsonObject(value)) return undefined;
  for (const list of [value.cases, value.test_cases]) if (Array.isArray(list)) return list;
  return isCase(value) ? [value] : undefined;
}

function isCase(value: JsonObject): boolean {
  return 'id' in value || 'input' in value || 'checkpoints' in value;
}

/** Each case was a line of its own. */
function nameCase({ line, message, suggestion }: Problem): string {
  return `generated case ${line}: ${message}${formatHint(suggestion)}`;
}

function unusable(answer: Json): GeneratedCases {
  const details = [
    `it said ${shown(answer)}`,
    'A generator answers with a list of cases, {"cases": […]}, {"test_cases": […]} or one case, as JSON.',
  ];
  return { ok: false, problem: 'answered with no cases', details };
}

function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
