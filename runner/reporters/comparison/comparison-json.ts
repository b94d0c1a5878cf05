import { type CaseComparison, type RunComparison, rateChange } from '../../verdict/index.ts';
import { agentOnlyRateReport, changeReport, percentages } from '../json/report-rates.ts';

/** Returns the changes between two runs, for programs; keys as in the reports, pass rates from 0 to 100. */
export function comparisonJson(comparison: RunComparison): string {
  const { before, after, counts, edited, regressed, cases } = comparison;
  const document = {
    before: comparedRunReport(before),
    after: comparedRunReport(after),
    summary: { ...counts, edited, regressed },
    change: changeReport(rateChange(comparison)),
    cases: cases.map(caseReport),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function comparedRunReport({
  runId,
  cases,
  counts,
  faults,
  passRate,
  interval,
  unreadable,
}: RunComparison['before']): object {
  const rates = { pass_rate: passRate === null ? null : passRate * 100, ...agentOnlyRateReport(counts, faults) };
  const log = unreadable === undefined ? {} : { unreadable_events: unreadable };
  return { run_id: runId, total: cases, ...rates, pass_rate_interval: percentages(interval), ...log };
}

function caseReport({ suiteKey, ...comparison }: CaseComparison): object {
  return { suite: suiteKey, ...comparison };
}
