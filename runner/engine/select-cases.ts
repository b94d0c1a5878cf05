import { RE2JS } from 're2js';
import type { TestCase } from '../contract/index.ts';
import { findNearestWord, formatCountWithNoun, toErrorMessage } from '../values/index.ts';

/** Filters for the cases of the suites; absent fields do not filter. */
export type CaseSelection = {
  /** A pattern in RE2 syntax, searched in ids and names. */
  pattern?: string;
  /** Case ids; cases of consistency tests can also be named by position from 0, name or question. */
  cases?: readonly string[];
  tags?: readonly string[];
};

export type SelectionResult =
  | { ok: true; matches: (testCase: TestCase) => boolean }
  | { ok: false; problems: string[] };

/** Converts a selection to a predicate for cases, or explains its mistake: an invalid pattern or an unknown id. */
export function selectCases(selection: CaseSelection, all: readonly TestCase[]): SelectionResult {
  const pattern = compileSelectionPattern(selection.pattern);
  if (!pattern.ok) return pattern;
  const names = collectNames(all);
  const problems = [
    ...describeUnknownCaseNames(selection.cases ?? [], names),
    ...describeUnknownTags(selection.tags ?? [], all),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    matches: (testCase) =>
      (selection.cases === undefined || selection.cases.some((name) => matchesName(testCase, name, names))) &&
      (selection.tags === undefined || selection.tags.some((tag) => testCase.tags?.includes(tag))) &&
      pattern.matches(testCase),
  };
}

function compileSelectionPattern(pattern: string | undefined): SelectionResult {
  if (pattern === undefined) return { ok: true, matches: () => true };
  try {
    const compiled = RE2JS.compile(pattern);
    return { ok: true, matches: ({ id, name }) => compiled.test(id) || (name !== undefined && compiled.test(name)) };
  } catch (error) {
    const why = toErrorMessage(error);
    return { ok: false, problems: [`--run: ${why}`] };
  }
}

type CaseNames = { ids: ReadonlySet<string>; aliases: ReadonlySet<string>; tests: number };

function collectNames(all: readonly TestCase[]): CaseNames {
  const aliases = all.flatMap(({ aliases: own = [] }) => own);
  const places = all.flatMap(({ aliases: own }) => (own === undefined ? [] : Number(own[0])));
  return { ids: new Set(all.map(({ id }) => id)), aliases: new Set(aliases), tests: Math.max(-1, ...places) + 1 };
}

/** If a name is the id of one case, it never matches an alias of another. */
function matchesName(testCase: TestCase, name: string, { ids }: CaseNames): boolean {
  if (ids.has(name)) return testCase.id === name;
  return testCase.aliases?.includes(name) === true;
}

function describeUnknownCaseNames(selectors: readonly string[], { ids, aliases, tests }: CaseNames): string[] {
  return selectors
    .filter((name) => !ids.has(name) && !aliases.has(name))
    .map((name) => {
      if (tests > 0 && /^\d+$/.test(name))
        return `--case: there is no test ${name}: there ${tests === 1 ? 'is' : 'are'} ${tests}, counted from 0`;
      const near = findNearestWord(name, [...ids, ...aliases]);
      const what = tests > 0 ? 'id, name or question' : 'id';
      return `--case: no case has the ${what} "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
    });
}

/**
 * Returns the tags that no case has. Checked only for several tags, because with a single misspelt tag no case is left,
 * which is an error anyway.
 */
function describeUnknownTags(selectedTags: readonly string[], all: readonly TestCase[]): string[] {
  if (selectedTags.length < 2) return [];
  const existing = new Set(all.flatMap(({ tags = [] }) => tags));
  if (!selectedTags.some((tag) => existing.has(tag))) return [];
  return selectedTags
    .filter((tag) => !existing.has(tag))
    .map((tag) => {
      const near = findNearestWord(tag, [...existing]);
      return `--tag: no case has the tag "${tag}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
    });
}

/**
 * Returns a message for each selected tag that other cases have in a different case of letters; these cases are left
 * out.
 */
export function warnOfTagsInOtherCase(selectedTags: readonly string[], all: readonly TestCase[]): string[] {
  const selected = new Set(selectedTags);
  const others = all.filter(({ tags = [] }) => !tags.some((tag) => selected.has(tag)));
  return selectedTags.flatMap((tag) => {
    const alike = others.flatMap(({ tags = [] }) =>
      tags.filter((other) => normalizeTag(other) === normalizeTag(tag)).slice(0, 1),
    );
    const [first] = alike;
    if (first === undefined) return [];
    return `--tag ${tag} leaves out ${formatCountWithNoun(alike.length, 'case')} with the tag ${JSON.stringify(first)}; tags are case-sensitive`;
  });
}

/** Returns a message if a pattern leaves out cases that it would match in other letters. */
export function warnOfPatternInOtherCase(pattern: string | undefined, all: readonly TestCase[]): string[] {
  const [written, folded] = [pattern, `(?i)${pattern}`].map(compileSelectionPattern);
  if (pattern === undefined || written?.ok !== true || folded?.ok !== true) return [];
  const others = all.filter((testCase) => folded.matches(testCase) && !written.matches(testCase));
  const [first] = others;
  if (first === undefined) return [];
  return [
    `--run ${pattern} leaves out ${formatCountWithNoun(others.length, 'case')} with other capitals, such as ${JSON.stringify(first.id)}; (?i) ignores them`,
  ];
}

/** Returns a message if the tags come from the config and leave out cases, because the command line does not show it. */
export function warnOfDefaultTags(tags: readonly string[], all: readonly TestCase[]): string[] {
  const others = all.filter((testCase) => !tags.some((tag) => testCase.tags?.includes(tag)));
  if (tags.length === 0 || others.length === 0) return [];
  return [
    `"defaults" of the config leaves out ${others.length} of ${formatCountWithNoun(all.length, 'case')}, which lack the tag ${tags.join(' or ')}`,
  ];
}

function normalizeTag(tag: string): string {
  return tag.normalize('NFKC').trim().toLowerCase();
}
