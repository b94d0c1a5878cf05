import { RE2JS } from 're2js';
import { nearest, type TestCase } from '../contract/index.ts';

/** Which cases of the suites a person wants; what is absent does not filter. */
export type Selection = {
  /** A pattern in RE2 syntax, searched in ids and names. */
  pattern?: string;
  cases?: readonly string[];
  tags?: readonly string[];
};

export type Selected = { ok: true; matches: (testCase: TestCase) => boolean } | { ok: false; problems: string[] };

/** Turns a selection into a test for cases, or says what is wrong with it: a bad pattern, an id that nobody has. */
export function selectCases(selection: Selection, all: readonly TestCase[]): Selected {
  const pattern = compile(selection.pattern);
  if (!pattern.ok) return pattern;
  const problems = unknownIds(selection.cases ?? [], all);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    matches: (testCase) =>
      (selection.cases === undefined || selection.cases.includes(testCase.id)) &&
      (selection.tags === undefined || selection.tags.some((tag) => testCase.tags?.includes(tag))) &&
      pattern.matches(testCase),
  };
}

function compile(pattern: string | undefined): Selected {
  if (pattern === undefined) return { ok: true, matches: () => true };
  try {
    const compiled = RE2JS.compile(pattern);
    return { ok: true, matches: ({ id, name }) => compiled.test(id) || (name !== undefined && compiled.test(name)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [`--run: ${why}`] };
  }
}

function unknownIds(wanted: readonly string[], all: readonly TestCase[]): string[] {
  const ids = new Set(all.map(({ id }) => id));
  return wanted
    .filter((id) => !ids.has(id))
    .map((id) => {
      const near = nearest(id, [...ids]);
      return `--case: no case has the id "${id}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
    });
}
