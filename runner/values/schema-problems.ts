import type * as z from 'zod';
import { pathText } from './json.ts';

type SchemaIssue = z.core.$ZodIssue;
type SchemaPath = readonly PropertyKey[];

/** One problem found by a schema. For an unknown key, `path` ends with that key. */
export type SchemaProblem = { path: (string | number)[]; message: string; unknownKey?: string };

/**
 * Returns the problems of a value in one line: `"rules[0].when" has the unknown key "user"; …`. `base` is the path of
 * the value in the user's file.
 */
export function schemaProblems(error: z.ZodError, base: SchemaPath = []): string {
  return error.issues
    .flatMap((issue) => toProblems(issue, base))
    .map(({ message }) => message)
    .join('; ');
}

/** Returns the problems of a value with its schema one by one, for callers that know their positions in a file. */
export function schemaProblemList(error: z.ZodError): SchemaProblem[] {
  return error.issues.flatMap((issue) => toProblems(issue, []));
}

function toProblems(issue: SchemaIssue, base: SchemaPath): SchemaProblem[] {
  const path = [...base, ...issue.path];
  const name = path.length === 0 ? 'the value' : `"${pathText(path)}"`;
  const problemHere = (message: string): SchemaProblem[] => [{ path: plainPath(path), message }];
  // A message written in the schema is better than one derived from the issue code.
  if (!/^(Invalid|Unrecognized) /.test(issue.message)) return problemHere(`${name}: ${issue.message}`);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: plainPath([...path, key]),
        message: `${name} has the unknown key "${key}"`,
        unknownKey: key,
      }));
    case 'invalid_union':
      return unionProblems(issue.errors, path) ?? problemHere(`${name} is not valid`);
    case 'invalid_type':
      return problemHere(
        issue.message.endsWith('received undefined') ? `${name} is missing` : `${name} must be ${issue.expected}`,
      );
    case 'invalid_value':
      return problemHere(`${name} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`);
    default:
      return problemHere(`${name}: ${issue.message}`);
  }
}

/** Reports the union branch that matched deepest, because the author most likely meant that one. */
function unionProblems(branches: readonly SchemaIssue[][], path: SchemaPath): SchemaProblem[] | undefined {
  const branchDepth = (branch: readonly SchemaIssue[]): number => Math.max(...branch.map((issue) => issue.path.length));
  const [first, ...others] = branches;
  if (first === undefined) return undefined;
  const best = others.reduce((left, right) => (branchDepth(right) > branchDepth(left) ? right : left), first);
  return best.flatMap((issue) => toProblems(issue, path));
}

function plainPath(path: SchemaPath): (string | number)[] {
  return path.map((part) => (typeof part === 'symbol' ? String(part) : part));
}
