import { type CaseRow, isExcluded, isJudged, type RunState } from '../../fold/index.ts';
import { type ResultReader, reportedCases, suiteLabel } from '../reported-cases.ts';
import { reportEnvironment } from './report-environment.ts';
import { reportResult } from './report-result.ts';
import { caseHealthReport } from './report-standing.ts';
import { reportMetadata, reportSummary } from './report-summary.ts';

/**
 * The complete JSON document of a run, in pieces, so that no more than one case is in memory. `results` has only cases
 * that count: a filter such as `all(.pass_rate >= 80)` must not fail for one that was skipped or is quarantined.
 */
export function* jsonReport(state: RunState, resultsOf: ResultReader): Generator<string> {
  yield `{\n  "summary": ${indentJson(reportSummary(state))},\n`;
  if (state.environment !== undefined)
    yield `  "environment": ${indentJson(reportEnvironment(state.environment, state))},\n`;
  const skipped = state.rows.filter((row) => !isExcluded(row) && !hasJudgedAttempt(row));
  const judged = state.rows.filter((row) => !isExcluded(row) && hasJudgedAttempt(row));
  yield* renderList('results', judged, { state, resultsOf });
  yield* renderList('skipped', skipped, { state, resultsOf });
  yield* renderList('quarantined', state.rows.filter(isExcluded), { state, resultsOf });
  yield `  "metadata": ${indentJson(reportMetadata(state))}\n}\n`;
}

function hasJudgedAttempt({ attempts }: CaseRow): boolean {
  return attempts.some(({ status }) => isJudged(status));
}

type ReportedRun = { state: RunState; resultsOf: ResultReader };

function* renderList(name: string, rows: readonly CaseRow[], { state, resultsOf }: ReportedRun): Generator<string> {
  yield `  "${name}": [`;
  let separator = '\n    ';
  for (const { row, attempts } of reportedCases(rows, resultsOf)) {
    const result = { ...reportResult(attempts, suiteLabel(state, row.suiteKey)), ...caseHealthReport(row.standing) };
    yield `${separator}${indentJson(result, '    ')}`;
    separator = ',\n    ';
  }
  yield rows.length === 0 ? '],\n' : '\n  ],\n';
}

function indentJson(value: unknown, margin = '  '): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${margin}`);
}
