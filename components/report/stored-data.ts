import type { CaseRow } from '@/runner/fold';
import type { PageResult, PageRun } from '@/runner/reporters/html/page-data';
import { isLongTextPlaceholder } from '@/runner/values';

export type ReportData = {
  run: PageRun;
  rows: CaseRow[];
  /** Parses the attempts of a case on demand. */
  attemptsAt(position: number): PageResult[];
};

/** Reads the data that the reporter embedded in the page. */
export function readReportData(): ReportData {
  const lines = scriptElementText('cases').split('\n');
  return {
    run: parseEmbeddedJson<PageRun>(scriptElementText('run')),
    rows: scriptElementText('rows')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseEmbeddedJson<CaseRow>(line)),
    attemptsAt: (position) => parseEmbeddedJson<PageResult[]>(lines[position] ?? '[]'),
  };
}

function scriptElementText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** The reporter of the same version wrote this text from the same type; validation would only enlarge the page. */
function parseEmbeddedJson<Value>(text: string): Value {
  return JSON.parse(text, escapeLongTextPlaceholder) as Value;
}

/**
 * Replaces the marker character of a text that looks like the placeholder of a long text. A report contains all texts
 * in full, so such a text is an ordinary text and is displayed as it is.
 */
function escapeLongTextPlaceholder(_key: string, value: unknown): unknown {
  return typeof value === 'string' && isLongTextPlaceholder(value) ? `␀${value.slice(1)}` : value;
}
