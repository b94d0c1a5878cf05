import type { CaseStatus } from '../contract/index.ts';
import { type CaseHealth, matchesFilter, parseCaseFilter } from '../fold/index.ts';
import { listCaseFilesBelow } from './case-files.ts';
import { createSearchableFileReader, type ReadSearchableFile } from './read-searchable-file.ts';

declare global {
  // The cache is global, because Next loads a module once per bundle. The process serves only one workspace.
  var turntreeCandidates: ReadSearchableFile | undefined;
}

/** A search result: the location of a case, and the data shown for it. */
export type MatchingCase = {
  suiteKey: string;
  id: string;
  line: number;
  kind: string;
  tags: readonly string[];
  title: string;
  status?: CaseStatus;
};

export type CaseSearchResult = { found: MatchingCase[]; hasMore: boolean };

type LatestOutcome = { status?: CaseStatus; standing?: Pick<CaseHealth, 'state'> };

type CaseSearchRequest = {
  workspace: string;
  /** The search text, in the syntax of the case lists: words, `s:failed`, `@tag`, `kind:dynamic`, `!not`. */
  text: string;
  limit: number;
  /** The latest outcomes of a suite's cases, by case id. */
  outcomesOf: (suiteKey: string) => ReadonlyMap<string, LatestOutcome>;
  read?: ReadSearchableFile;
};

type CaseFilter = ReturnType<typeof parseCaseFilter>;

const MAX_FILES = 2000;

/** Searches all case files of a workspace in file order, including files with problems. */
export async function searchCases(search: CaseSearchRequest): Promise<CaseSearchResult> {
  const { workspace, text, limit, outcomesOf, read = getSharedSearchableFileReader() } = search;
  const filter = parseCaseFilter(text);
  const matches: MatchingCase[] = [];
  for (const suiteKey of listCaseFilesBelow(workspace).slice(0, MAX_FILES)) {
    const { text: match, cases } = read(workspace, suiteKey);
    if (match !== undefined && !mayMatchFilter(`${suiteKey} ${match}`, filter)) continue;
    let outcomes: ReadonlyMap<string, LatestOutcome> | undefined;
    for (const { words, skip, inferred: _, ...candidate } of await cases()) {
      outcomes ??= outcomesOf(suiteKey);
      const outcome = outcomes.get(candidate.id);
      const { tags, kind } = candidate;
      const statuses = [outcome?.status, outcome?.standing?.state, skip ? 'skipped' : undefined];
      if (!matchesFilter({ texts: [...words, suiteKey], statuses, tags, kind }, filter)) continue;
      if (matches.length === limit) return { found: matches, hasMore: true };
      matches.push({ suiteKey, ...candidate, status: outcome?.status });
    }
  }
  return { found: matches, hasMore: false };
}

/** A quick check of a file's text: most files cannot contain a match, so their cases need not be parsed. */
function mayMatchFilter(text: string, filter: CaseFilter): boolean {
  if (text.includes('\\')) return true;
  const lowerCaseText = text.toLowerCase();
  return filter.every(
    ({ by, not, text: term }) => not || (by !== 'word' && by !== 'tag') || lowerCaseText.includes(term),
  );
}

export function getSharedSearchableFileReader(): ReadSearchableFile {
  globalThis.turntreeCandidates ??= createSearchableFileReader();
  return globalThis.turntreeCandidates;
}
