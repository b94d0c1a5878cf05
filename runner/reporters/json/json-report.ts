import type { RunState } from '../../fold/index.ts';
import { type ResultsOf, reportedCases, suiteNameOf } from '../reported-cases.ts';
import { reportEnvironment } from './report-environment.ts';
import { reportResult } from './report-result.ts';
import { reportStanding } from './report-standing.ts';
import { reportMetadata, reportSummary } from './report-summary.ts';

/** The complete JSON document of a run, in pieces, so that no more than one case is in memory. */
export function* jsonReport(state: RunState, resultsOf: ResultsOf): Generator<string> {
  yield `{\n  "summary": ${indented(reportSummary(state))},\n`;
  if (state.environment !== undefined)
    yield `  "environment": ${indented(reportEnvironment(state.environment, state))},\n`;
  yield '  "results": [';
  let separator = '\n    ';
  for (const { row, attempts } of reportedCases(state.rows, resultsOf)) {
    const result = { ...reportResult(attempts, suiteNameOf(state, row.suiteKey)), ...reportStanding(row.standing) };
    yield `${separator}${indented(result, '    ')}`;
    separator = ',\n    ';
  }
  yield `\n  ],\n  "metadata": ${indented(reportMetadata(state))}\n}\n`;
}

function indented(value: unknown, margin = '  '): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${margin}`);
}
