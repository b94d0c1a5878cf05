import type * as z from 'zod';
import { formatJsonPath } from './json.ts';

type SchemaIssue = z.core.$ZodIssue;
type SchemaPath = readonly PropertyKey[];

/** One problem found by a schema. For an unknown key, `path` ends with that key. */
export type SchemaProblem = { path: (string | number)[]; message: string; unknownKey?: string };

/**
 * Returns the problems that a schema found in a value, in one line: `"rules[0].when" has the unknown key "user"; …`.
 * `base` is the path of the value in the user's file.
 */
export function formatSchemaProblems(error: z.ZodError, base: SchemaPath = []): string {
  return error.issues
    .flatMap((issue) => toSchemaProblems(issue, base))
    .map(({ message }) => message)
    .join('; ');
}

/** Returns the problems that a schema found in a value one by one, for callers that know their positions in a file. */
export function listSchemaProblems(error: z.ZodError): SchemaProblem[] {
  return error.issues.flatMap((issue) => toSchemaProblems(issue, []));
}

function toSchemaProblems(issue: SchemaIssue, base: SchemaPath): SchemaProblem[] {
  const path = [...base, ...issue.path];
  const name = path.length === 0 ? 'the value' : `"${formatJsonPath(path)}"`;
  const createProblemAtPath = (message: string): SchemaProblem[] => [{ path: toPlainPath(path), message }];
  // A message that the schema itself contains is better than one derived from the issue code.
  if (!/^(Invalid|Unrecognized) /.test(issue.message)) return createProblemAtPath(`${name}: ${issue.message}`);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: toPlainPath([...path, key]),
        message: `${name} has the unknown key "${key}"`,
        unknownKey: key,
      }));
    case 'invalid_union':
      return listDeepestUnionProblems(issue.errors, path) ?? createProblemAtPath(`${name} is not valid`);
    case 'invalid_type':
      return createProblemAtPath(
        issue.message.endsWith('received undefined') ? `${name} is missing` : `${name} must be ${issue.expected}`,
      );
    case 'invalid_value':
      return createProblemAtPath(`${name} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`);
    default:
      return createProblemAtPath(`${name}: ${issue.message}`);
  }
}

/** Returns the problems of the union branch that matched deepest, because the author most likely meant that branch. */
function listDeepestUnionProblems(branches: readonly SchemaIssue[][], path: SchemaPath): SchemaProblem[] | undefined {
  const measureBranchDepth = (branch: readonly SchemaIssue[]): number =>
    Math.max(...branch.map((issue) => issue.path.length));
  const [first, ...others] = branches;
  if (first === undefined) return undefined;
  const best = others.reduce(
    (left, right) => (measureBranchDepth(right) > measureBranchDepth(left) ? right : left),
    first,
  );
  return best.flatMap((issue) => toSchemaProblems(issue, path));
}

function toPlainPath(path: SchemaPath): (string | number)[] {
  return path.map((step) => (typeof step === 'symbol' ? String(step) : step));
}
