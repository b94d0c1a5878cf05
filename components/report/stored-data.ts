import type { CaseRow } from '@/runner/fold';
import type { PageResult, PageRun } from '@/runner/reporters/html/page-data';
import { looksLong } from '@/runner/values';

export type StoredData = {
  run: PageRun;
  rows: CaseRow[];
  /** The attempts of a case, parsed when they are asked for. */
  attemptsAt(position: number): PageResult[];
};

/** Reads what the reporter wrote into the page. */
export function readStoredData(): StoredData {
  const lines = textIn('cases').split('\n');
  return {
    run: parseStored<PageRun>(textIn('run')),
    rows: textIn('rows')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseStored<CaseRow>(line)),
    attemptsAt: (position) => parseStored<PageResult[]>(lines[position] ?? '[]'),
  };
}

function textIn(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** The reporter of the same version wrote this text from the very type; a schema here would only enlarge the page. */
function parseStored<Value>(text: string): Value {
  return JSON.parse(text, plain) as Value;
}

/** All texts are whole here: one that begins like the stand-in for a long one is only pretending. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'string' && looksLong(value) ? `␀${value.slice(1)}` : value;
}
