import type * as z from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What a schema found wrong with a value, in one line for people: `"rules[0].when" has the unknown key "user"; …`. */
export function schemaProblems(error: z.ZodError): string {
  return error.issues.flatMap((issue) => problemsOf(issue, [])).join('; ');
}

function problemsOf(issue: Issue, base: Path): string[] {
  const path = [...base, ...issue.path];
  const name = path.length === 0 ? 'the value' : `"${pathOf(path)}"`;
  // What a schema says itself is better than anything that follows from the kind of the problem.
  if (!/^(Invalid|Unrecognized) /.test(issue.message)) return [`${name}: ${issue.message}`];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${name} has the unknown key "${key}"`);
    case 'invalid_union':
      return unionProblems(issue.errors, path) ?? [`${name} is not valid`];
    case 'invalid_type':
      return [
        issue.message.endsWith('received undefined') ? `${name} is missing` : `${name} must be ${issue.expected}`,
      ];
    case 'invalid_value':
      return [`${name} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`];
    default:
      return [`${name}: ${issue.message}`];
  }
}

/** Of all branches the one that got deepest is what the author meant. */
function unionProblems(branches: readonly Issue[][], path: Path): string[] | undefined {
  const depth = (branch: readonly Issue[]): number => Math.max(...branch.map((issue) => issue.path.length));
  const [first, ...others] = branches;
  if (first === undefined) return undefined;
  const best = others.reduce((left, right) => (depth(right) > depth(left) ? right : left), first);
  return best.flatMap((issue) => problemsOf(issue, path));
}

function pathOf(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
