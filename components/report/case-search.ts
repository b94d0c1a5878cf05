import { toFilteredCase } from '@/lib/view/case-filter';
import type { CaseResult } from '@/runner/contract';
import { type CaseRow, matchesFilter, parseCaseFilter } from '@/runner/fold';
import { listFaultLines } from '@/runner/verdict';

/** Returns a filter for a search text. `transcript` returns the text of a case in lower case. */
export function createCaseSearch(text: string): (row: CaseRow, transcript: () => string) => boolean {
  const filter = parseCaseFilter(text);
  return (row, transcript) => matchesFilter({ ...toFilteredCase(row), getSearchableText: transcript }, filter);
}

/** Returns the searchable text of an attempt: all its texts and numbers, and its faults as they are displayed. */
export function collectSearchableText(result: CaseResult): string {
  const { fault: _, faults: __, ...resultWithoutFaults } = result;
  return [collectTextValues(resultWithoutFaults), ...listFaultLines(result)].join('\n');
}

function collectTextValues(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return Object.values(value).map(collectTextValues).join('\n');
  return value === undefined ? '' : String(value);
}
