import type * as z from 'zod';
import { findNearestWord, formatJsonPath, getValueAtPath, type Json, type JsonPath } from '../values/index.ts';
import { findEquivalentName } from './equivalent-names.ts';
import { type CaseFinding, errorAt, errorAtKey } from './finding.ts';

type ZodIssue = z.core.$ZodIssue;
type IssueContext = { value: Json; base: JsonPath };

/** Converts the schema issues of a case to readable findings. */
export function explainIssues(issues: readonly ZodIssue[], value: Json): CaseFinding[] {
  return issues.flatMap((issue) => explainIssue(issue, { value, base: [] }));
}

function explainIssue(issue: ZodIssue, { value, base }: IssueContext): CaseFinding[] {
  const path: JsonPath = [...base, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  const actual = getValueAtPath(value, path);
  const name = path.length === 0 ? 'the case' : `"${formatJsonPath(path)}"`;
  switch (issue.code) {
    case 'invalid_union':
      return explainUnion(issue, { value, base: path });
    case 'invalid_type':
      if (actual === undefined) return [errorAt(path, `${name} is missing`)];
      return [errorAt(path, `${name} must be ${addArticle(issue.expected)}, not ${describeValue(actual)}`)];
    case 'invalid_value': {
      const options = issue.values.map(String);
      if (actual === undefined) return [errorAt(path, `${name} is missing; it must be ${joinChoices(options)}`)];
      const text = `${name} must be ${joinChoices(options)}, not ${describeValue(actual)}`;
      return [errorAt(path, text, suggestChoice(actual, options))];
    }
    case 'too_small':
      return [errorAt(path, explainTooSmall(issue, name))];
    case 'too_big':
      if (issue.origin !== 'number') return [errorAt(path, issue.message)];
      return [errorAt(path, `${name} must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => errorAtKey([...path, key], `unknown key ${JSON.stringify(key)}`));
    default:
      if (actual === undefined) return [errorAt(path, `${name} is missing`)];
      return [errorAt(path, issue.message === 'Invalid input' ? `${name} is not valid` : issue.message)];
  }
}

type UnionIssue = Extract<ZodIssue, { code: 'invalid_union' }>;

/** Explains the issues of a union. Assumes that the author meant the alternative whose validation got furthest. */
function explainUnion(issue: UnionIssue, context: IssueContext): CaseFinding[] {
  const name = `"${formatJsonPath(context.base)}"`;
  const actual = getValueAtPath(context.value, context.base);
  const branches = issue.errors;
  if (branches.length === 0) return [explainDiscriminator(issue, context)];
  const best = branches.reduce((left, right) =>
    computeDepthOfUnionBranch(right) > computeDepthOfUnionBranch(left) ? right : left,
  );
  if (computeDepthOfUnionBranch(best) > 0) return best.flatMap((nested) => explainIssue(nested, context));
  if (actual === undefined) return [errorAt(context.base, `${name} is missing`)];
  const expected = branches.flat().flatMap((nested) => (nested.code === 'invalid_type' ? [nested.expected] : []));
  const alternatives = [...new Set(expected)].map(addArticle);
  return [errorAt(context.base, `${name} must be ${joinWithOr(alternatives)}, not ${describeValue(actual)}`)];
}

function explainDiscriminator(issue: UnionIssue, { value, base }: IssueContext): CaseFinding {
  const actual = getValueAtPath(value, base);
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  const name = `"${formatJsonPath(base)}"`;
  if (actual === undefined) return errorAt(base, `${name} is missing; it must be ${joinChoices(options)}`);
  const suggestion = suggestChoice(actual, options);
  return errorAt(base, `${name} must be ${joinChoices(options)}, not ${describeValue(actual)}`, suggestion);
}

function suggestChoice(actual: Json, options: readonly string[]): string | undefined {
  return typeof actual === 'string'
    ? (findNearestWord(actual, options) ?? findEquivalentName(actual, options))
    : undefined;
}

/** Returns how deep inside the value the issues of an alternative are; zero if the type of the whole value is wrong. */
function computeDepthOfUnionBranch(branch: readonly ZodIssue[]): number {
  return Math.max(
    0,
    ...branch.map((issue) => issue.path.length + (issue.path.length === 0 && issue.code === 'invalid_type' ? 0 : 1)),
  );
}

function explainTooSmall(issue: Extract<ZodIssue, { code: 'too_small' }>, name: string): string {
  if (!issue.message.startsWith('Too small')) return issue.message;
  if (issue.origin === 'string' || issue.origin === 'array') return `${name} must not be empty`;
  return `${name} must be ${issue.inclusive === false ? 'greater than' : 'at least'} ${issue.minimum}`;
}

function describeValue(value: Json | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `the number ${value}`;
}

const articleByType: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

function addArticle(type: string): string {
  return articleByType[type] ?? type;
}

function joinChoices(options: readonly string[]): string {
  return options.length === 1 ? JSON.stringify(options[0]) : `one of ${options.join(', ')}`;
}

function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
