import { type CaseComparison, computeRateChange, type RunComparison } from '../../verdict/index.ts';
import { buildAgentOnlyRateReport, buildChangeReport, toPercentages } from '../json/report-rates.ts';

/** Returns the changes between two runs, for programs; keys as in the reports, pass rates from 0 to 100. */
export function formatComparisonJson(comparison: RunComparison): string {
  const { before, after, counts, edited, regressed, cases } = comparison;
  const document = {
    before: toComparedRunReport(before),
    after: toComparedRunReport(after),
    summary: { ...counts, edited, regressed },
    change: buildChangeReport(computeRateChange(comparison)),
    cases: cases.map(toCaseReport),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toComparedRunReport({
  runId,
  cases,
  counts,
  faults,
  passRate,
  interval,
  unreadable,
}: RunComparison['before']): object {
  const rates = { pass_rate: passRate === null ? null : passRate * 100, ...buildAgentOnlyRateReport(counts, faults) };
  const log = unreadable === undefined ? {} : { unreadable_events: unreadable };
  return { run_id: runId, total: cases, ...rates, pass_rate_interval: toPercentages(interval), ...log };
}

function toCaseReport({ suiteKey, ...comparison }: CaseComparison): object {
  return { suite: suiteKey, ...comparison };
}
