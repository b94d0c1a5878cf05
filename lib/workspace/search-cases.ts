import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createDocumentCheck } from '../../runner/authoring/index.ts';
import {
  type CaseStatus,
  isJsonObject,
  type Json,
  matchesFilter,
  parseCaseFilter,
  type StabilityClass,
} from '../../runner/contract/index.ts';
import { InputError, loadCaseFile } from '../../runner/index.ts';
import { caseFilesBelow } from './case-files.ts';

/** A case that was found: where it is, and what is shown of it. */
export type FoundCase = {
  suiteKey: string;
  id: string;
  line: number;
  kind: string;
  tags: readonly string[];
  title: string;
  status?: CaseStatus;
};

export type CaseSearch = { found: FoundCase[]; hasMore: boolean };

type Outcome = { status: CaseStatus; stability?: StabilityClass };

type Search = {
  workspace: string;
  /** The grammar of the case lists: words, `s:failed`, `@tag`, `kind:dynamic`, `!not`. */
  text: string;
  limit: number;
  /** How the cases of a suite ended last, by their ids. */
  outcomesOf: (suiteKey: string) => ReadonlyMap<string, Outcome>;
};

type CaseFilter = ReturnType<typeof parseCaseFilter>;
type Candidate = Omit<FoundCase, 'suiteKey' | 'status'> & { words: string[]; skip: boolean };

const MOST_FILES = 2000;
const TITLE_CHARACTERS = 160;

/** Looks for cases in all case files of a workspace, in the order of the files, also in files with problems. */
export async function searchCases({ workspace, text, limit, outcomesOf }: Search): Promise<CaseSearch> {
  const filter = parseCaseFilter(text);
  const found: FoundCase[] = [];
  for (const suiteKey of caseFilesBelow(workspace).slice(0, MOST_FILES)) {
    let outcomes: ReadonlyMap<string, Outcome> | undefined;
    for (const { words, skip, ...candidate } of await candidatesIn({ workspace, suiteKey, filter })) {
      outcomes ??= outcomesOf(suiteKey);
      const outcome = outcomes.get(candidate.id);
      const { tags, kind } = candidate;
      const statuses = [outcome?.status, outcome?.stability, skip ? 'skipped' : undefined];
      if (!matchesFilter({ texts: [...words, suiteKey], statuses, tags, kind }, filter)) continue;
      if (found.length === limit) return { found, hasMore: true };
      found.push({ suiteKey, ...candidate, ...(outcome === undefined ? {} : { status: outcome.status }) });
    }
  }
  return { found, hasMore: false };
}

type Place = { workspace: string; suiteKey: string; filter: CaseFilter };

async function candidatesIn({ workspace, suiteKey, filter }: Place): Promise<Iterable<Candidate>> {
  const file = path.join(/* turbopackIgnore: true */ workspace, suiteKey);
  if (suiteKey.endsWith('.jsonl')) {
    const text = readFileSync(file, 'utf8');
    return mayHave(`${suiteKey} ${text}`, filter) ? writtenCases(suiteKey, text) : [];
  }
  try {
    return (await loadCaseFile(file, suiteKey)).cases.map(({ id, name, tags = [], kind, line = 1, ...rest }) => {
      const input = 'input' in rest ? textOf(rest.input) : '';
      return {
        id,
        line,
        kind,
        tags,
        title: titleOf(name, input),
        words: [id, name ?? '', input],
        skip: rest.skip === true,
      };
    });
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** Most files have nothing of what is looked for: their cases need not be read. */
function mayHave(text: string, filter: CaseFilter): boolean {
  if (text.includes('\\')) return true;
  const lower = text.toLowerCase();
  return filter.every(({ by, not, text: wanted }) => not || (by !== 'word' && by !== 'tag') || lower.includes(wanted));
}

function* writtenCases(suiteKey: string, text: string): Generator<Candidate> {
  for (const written of createDocumentCheck({ file: suiteKey }).check(text).cases) {
    const { id, line, kind, tags, skip, value } = written;
    const { name, input } = value !== undefined && isJsonObject(value) ? value : {};
    const shownName = typeof name === 'string' ? name : undefined;
    const said = textOf(input);
    yield { id, line, kind, tags, skip, title: titleOf(shownName, said), words: [id, shownName ?? '', said] };
  }
}

function textOf(input: Json | undefined): string {
  if (input === undefined) return '';
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function titleOf(name: string | undefined, input: string): string {
  return (name ?? input).slice(0, TITLE_CHARACTERS);
}
