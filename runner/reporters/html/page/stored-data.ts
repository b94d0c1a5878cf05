import type { PageCase, PageRow, PageRun } from '../page-data.ts';

export type StoredData = {
  run: PageRun;
  rows: PageRow[];
  /** The attempts of a case, parsed when they are asked for. */
  caseAt(position: number): PageCase;
};

/** What the reporter wrote into the page. */
export function readStoredData(): StoredData {
  const lines = textOf('cases').split('\n');
  return {
    run: written<PageRun>(textOf('run')),
    rows: textOf('rows')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => written<PageRow>(line)),
    caseAt: (position) => written<PageCase>(lines[position] ?? '[]'),
  };
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** The reporter of the same version wrote this text from the very type; a schema here would only enlarge the page. */
function written<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
