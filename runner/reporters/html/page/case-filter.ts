import { type FilteredCase, matchesFilter, parseCaseFilter } from '../../../fold/index.ts';
import type { PageRow } from '../page-data.ts';

/** Whether a row is what the text of the filter field asks for. `said` tells, in lower case, what was said in it. */
export function createCaseFilter(text: string): (row: PageRow, said: () => string) => boolean {
  const filter = parseCaseFilter(text);
  return (row, said) => matchesFilter(filtered(row, said), filter);
}

function filtered(row: PageRow, said: () => string): FilteredCase {
  const { id, name, preview, suite, status, stability, attempts, tags, kind } = row;
  return {
    texts: [id, name, preview, suite],
    statuses: [status, stability?.class, ...attempts.map((attempt) => attempt.status)],
    tags,
    kind,
    said,
  };
}
