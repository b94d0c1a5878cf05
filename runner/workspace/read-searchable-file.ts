import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createDocumentCheck } from '../authoring/index.ts';
import { countInferredRules, isInferredRuleSource, ruleLists } from '../inputs/inferred-rules.ts';
import { InputError } from '../inputs/problem.ts';
import { createValueCache, isJsonObject, type Json, toJsonText } from '../values/index.ts';
import { loadCaseFile } from './workspace-readers.ts';

/** A case that a search may find: the data that search results show, and the words by which it is found. */
export type SearchableCase = {
  id: string;
  line: number;
  kind: string;
  tags: readonly string[];
  title: string;
  words: string[];
  skip: boolean;
  /** The number of inferred rules that nobody has accepted yet. */
  inferred: number;
};

/** A case file for searching. `text`, if present, allows a quick check before the cases are parsed. */
export type SearchableFile = { text?: string; cases: () => Promise<readonly SearchableCase[]> };

/** Opens case files for searches. Unchanged files come from a cache. */
export type ReadSearchableFile = (workspace: string, suiteKey: string) => SearchableFile;

type CachedSearchableFile = { version: string; size: number; searched: SearchableFile };

const TITLE_CHARACTERS = 160;
/** Total size of cached files in bytes. Their parsed cases take about twice as much again. */
const MAX_BYTES = 50_000_000;
/**
 * Milliseconds since the last write of a file before it is cached: a second write within this time may leave the
 * modification time unchanged.
 */
const MIN_FILE_AGE_TO_CACHE_MS = 2_000;

export function createSearchableFileReader({ mostBytes = MAX_BYTES, now = Date.now } = {}): ReadSearchableFile {
  const cache = createValueCache<CachedSearchableFile>(mostBytes, ({ size }) => size);

  return (workspace, suiteKey) => {
    const file = path.join(/* turbopackIgnore: true */ workspace, suiteKey);
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return { cases: async () => [] };
    const version = [facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].join(' ');
    const cached = cache.get(file);
    cache.forget(file);
    const currentFiles =
      cached?.version === version
        ? cached
        : { version, size: facts.size, searched: createSearchableFile(file, { workspace, suiteKey }) };
    const isSettled = now() - facts.ctimeMs > MIN_FILE_AGE_TO_CACHE_MS;
    // YAML files are not cached, because their cases also depend on other files.
    if (isSettled && !/\.ya?ml$/i.test(file)) cache.keep(file, currentFiles);
    return currentFiles.searched;
  };
}

type SuiteAddress = { workspace: string; suiteKey: string };

function createSearchableFile(file: string, address: SuiteAddress): SearchableFile {
  const { suiteKey } = address;
  if (!suiteKey.endsWith('.jsonl')) return { cases: cacheSuccessfulRead(() => loadSearchableCases(file, address)) };
  const text = readTextOrEmpty(file);
  return { text, cases: cacheSuccessfulRead(async () => parseSearchableCases(suiteKey, text)) };
}

function cacheSuccessfulRead<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/**
 * Reads a file; returns an empty text for an unreadable file, because one such file must not stop the search in other
 * files.
 */
function readTextOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function loadSearchableCases(file: string, { workspace, suiteKey }: SuiteAddress): Promise<SearchableCase[]> {
  try {
    return (await loadCaseFile(file, suiteKey, workspace)).cases.map((testCase) => {
      const { id, name, tags = [], kind, line = 1, ...otherFields } = testCase;
      const input = 'input' in otherFields ? formatCaseInput(otherFields.input) : '';
      const words = [id, name ?? '', input];
      return {
        id,
        line,
        kind,
        tags,
        title: getSearchableCaseTitle(name, input),
        words,
        skip: otherFields.skip === true,
        inferred: countInferredRules(testCase),
      };
    });
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

function parseSearchableCases(suiteKey: string, text: string): SearchableCase[] {
  return createDocumentCheck({ file: suiteKey })
    .check(text)
    .cases.map(({ id, line, kind, tags, skip, value }) => {
      const source = value !== undefined && isJsonObject(value) ? value : {};
      const { name, input } = source;
      const shownName = typeof name === 'string' ? name : undefined;
      const shownInput = formatCaseInput(input);
      return {
        id,
        line,
        kind,
        tags,
        skip,
        title: getSearchableCaseTitle(shownName, shownInput),
        words: [id, shownName ?? '', shownInput],
        inferred: ruleLists.flatMap((list) => source[list] ?? []).filter(isInferredRuleSource).length,
      };
    });
}

function formatCaseInput(input: Json | undefined): string {
  if (input === undefined) return '';
  return toJsonText(input);
}

function getSearchableCaseTitle(name: string | undefined, input: string): string {
  return (name ?? input).slice(0, TITLE_CHARACTERS);
}
