import type { CaseResult } from '../contract/index.ts';
import type { StoredReport } from './read/read-report.ts';

/** Returns a report with changed results, including the results of the last passing attempts. */
export function mapCaseResults(
  { state, resultsOf }: StoredReport,
  change: (result: CaseResult) => CaseResult,
): StoredReport {
  const { lastPassing } = state;
  const mapped = { state, resultsOf: (row: Parameters<typeof resultsOf>[0]) => resultsOf(row).map(change) };
  if (lastPassing === undefined) return mapped;
  return {
    ...mapped,
    state: {
      ...state,
      lastPassing: (row) => {
        const result = lastPassing(row);
        return result && change(result);
      },
    },
  };
}
