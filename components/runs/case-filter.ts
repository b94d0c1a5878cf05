import { type CaseRow, type FilteredCase, matchesFilter, parseCaseFilter } from '@/runner/contract';
import { stabilityOfRow, statusOfRow } from './row-status';

/** Whether a row is what the text of the filter field asks for. */
export function createCaseFilter(text: string): (row: CaseRow) => boolean {
  const filter = parseCaseFilter(text);
  return (row) => filter.length === 0 || matchesFilter(filtered(row), filter);
}

function filtered(row: CaseRow): FilteredCase {
  const { id, name, preview, suiteKey, tags, kind, attempts } = row;
  return {
    texts: [id, name, preview, suiteKey],
    statuses: [statusOfRow(row), stabilityOfRow(row), ...attempts.map(({ status }) => status)],
    tags,
    kind,
  };
}
