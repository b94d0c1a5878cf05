import type { CaseComparison, RunComparison } from '../../contract/index.ts';

/** What changed between two runs, for programs; keys as in the reports, pass rates from 0 to 100. */
export function comparisonJson({ before, after, counts, edited, regressed, cases }: RunComparison): string {
  const document = {
    before: runOf(before),
    after: runOf(after),
    summary: { ...counts, edited, regressed },
    cases: cases.map(caseOf),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function runOf({ runId, cases, passRate }: RunComparison['before']): object {
  return { run_id: runId, total: cases, pass_rate: passRate === null ? null : passRate * 100 };
}

function caseOf({ suiteKey, ...comparison }: CaseComparison): object {
  return { suite: suiteKey, ...comparison };
}
