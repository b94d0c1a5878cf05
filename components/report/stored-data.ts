import type { CaseRow } from '@/runner/fold';
import type { PageResult, PageRun } from '@/runner/reporters/html/page-data';
import { isLongTextPlaceholder } from '@/runner/values';

export type ReportData = {
  run: PageRun;
  rows: CaseRow[];
  /** Parses and returns the attempts of a case; called when they are needed. */
  attemptsAt(position: number): PageResult[];
};

/** Reads the data of the report from the page, where the reporter embedded it. */
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

/**
 * Does not validate the data: the reporter of the same version wrote it from the same type, and a schema library would
 * enlarge the page.
 */
function parseEmbeddedJson<Value>(text: string): Value {
  return JSON.parse(text, escapeLongTextPlaceholder) as Value;
}

/**
 * Changes a text that looks like the placeholder of a long text, so that it is shown as it is. A report contains long
 * texts in full and has no placeholders.
 */
function escapeLongTextPlaceholder(_key: string, value: unknown): unknown {
  return typeof value === 'string' && isLongTextPlaceholder(value) ? `␀${value.slice(1)}` : value;
}
