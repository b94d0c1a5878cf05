import { RE2JS } from 're2js';
import type { TestCase } from '../contract/index.ts';
import { findNearestWord, formatCountWithNoun, isOneTypoAway, toErrorMessage } from '../values/index.ts';

/** Filters for the cases of a run. A missing filter selects all cases. */
export type CaseSelection = {
  /** A pattern in RE2 syntax that an id or a name must contain a match for. */
  pattern?: string;
  /**
   * The ids of the selected cases. A consistency case can also be selected by its position (counted from 0), its name
   * or its question.
   */
  cases?: readonly string[];
  tags?: readonly string[];
};

export type SelectionResult =
  | { ok: true; matches: (testCase: TestCase) => boolean }
  | { ok: false; problems: string[] };

/**
 * Creates a function that returns true for selected cases. If the selection is wrong, because of an invalid pattern or
 * an unknown id, returns the mistake.
 */
export function selectCases(selection: CaseSelection, all: readonly TestCase[]): SelectionResult {
  const pattern = compileSelectionPattern(selection.pattern);
  if (!pattern.ok) return pattern;
  const names = selection.cases === undefined ? noCaseNames : collectNames(all);
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

const noCaseNames: CaseNames = { ids: new Set(), aliases: new Set(), tests: 0 };

function collectNames(all: readonly TestCase[]): CaseNames {
  const aliases = all.flatMap(({ aliases: own = [] }) => own);
  const places = all.flatMap(({ aliases: own }) => (own === undefined ? [] : Number(own[0])));
  return { ids: new Set(all.map(({ id }) => id)), aliases: new Set(aliases), tests: Math.max(-1, ...places) + 1 };
}

/** If the name is the id of a case, it selects only this case, and aliases are ignored. */
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
 * Returns those of several selected tags that no case has. A single tag needs no warning: if no case has it, nothing is
 * selected, which is an error.
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
 * Returns warnings about selected tags that other cases spell differently, so that these cases are not selected: with
 * other capitals, or with a typo. A tag with a typo is reported only if no more cases have it.
 */
export function warnOfMisspeltTags(selectedTags: readonly string[], all: readonly TestCase[]): string[] {
  if (selectedTags.length === 0) return [];
  const selected = new Set(selectedTags);
  const others = all.filter(({ tags = [] }) => !tags.some((tag) => selected.has(tag)));
  const counts = countCasesByTag(all);
  return selectedTags.flatMap((tag) => [
    ...describeLeftOutCases(tag, {
      others: findOtherSpellings(others, (other) => normalizeTag(other) === normalizeTag(tag)),
      reason: 'tags are case-sensitive',
    }),
    ...describeLeftOutCases(tag, {
      others: findOtherSpellings(others, (other) =>
        counts.get(other) === counts.get(tag) ? isOneTypoFromTag(other, tag) : isMisspeltTag(other, { tag, counts }),
      ),
      reason: 'is it misspelt?',
    }),
  ]);
}

/** Returns the tags of the cases that are other spellings of the selected tag. */
function findOtherSpellings(cases: readonly TestCase[], isOtherSpelling: (tag: string) => boolean): string[] {
  return cases.flatMap(({ tags = [] }) => tags.filter(isOtherSpelling).slice(0, 1));
}

function describeLeftOutCases(
  tag: string,
  { others, reason }: { others: readonly string[]; reason: string },
): string[] {
  const [first] = others;
  if (first === undefined) return [];
  return [
    `--tag ${tag} leaves out ${formatCountWithNoun(others.length, 'case')} with the tag ${JSON.stringify(first)}; ${reason}`,
  ];
}

/** The minimum length of a tag with a typo. Short tags may differ on purpose; so may numbers and plurals. */
const MIN_MISSPELT_TAG_LENGTH = 5;

/**
 * Returns true if `other` is probably a misspelling of `tag`: it differs by one typo, and fewer cases have it. `counts`
 * contains the number of cases with each tag.
 */
export function isMisspeltTag(
  other: string,
  { tag, counts }: { tag: string; counts: ReadonlyMap<string, number> },
): boolean {
  return (counts.get(other) ?? 0) < (counts.get(tag) ?? 0) && isOneTypoFromTag(other, tag);
}

function isOneTypoFromTag(other: string, tag: string): boolean {
  const [first, second] = [normalizeTag(other), normalizeTag(tag)];
  if (first === second || Math.min(first.length, second.length) < MIN_MISSPELT_TAG_LENGTH) return false;
  if (/\d/.test(first + second) || `${first}s` === second || `${second}s` === first) return false;
  return isOneTypoAway(first, second);
}

/** Returns the number of cases with each tag. */
export function countCasesByTag(all: readonly TestCase[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tag of all.flatMap(({ tags = [] }) => [...new Set(tags)])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** Returns a warning if a pattern leaves out cases that it would match if upper and lower case were ignored. */
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

/**
 * Returns a message if tags in the config leave out cases. Otherwise, the user would not know why these are missing.
 */
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
