import { type CaseRow, isExcluded, isJudged, type RunState } from '../../fold/index.ts';
import { findSuiteLabel, type ResultReader, readReportedCases } from '../reported-cases.ts';
import { buildCaseHealthReport } from './report-case-health.ts';
import { buildEnvironmentReport } from './report-environment.ts';
import { buildResultReport } from './report-result.ts';
import { buildMetadataReport, buildSummaryReport } from './report-summary.ts';

/**
 * Yields the complete JSON document of a run in pieces, so that no more than one case is in memory. `results` has only
 * cases that count: a filter such as `all(.pass_rate >= 80)` must not fail because of a case that was skipped or
 * quarantined.
 */
export function* buildJsonReport(state: RunState, resultsOf: ResultReader): Generator<string> {
  yield `{\n  "summary": ${indentJson(buildSummaryReport(state))},\n`;
  if (state.environment !== undefined)
    yield `  "environment": ${indentJson(buildEnvironmentReport(state.environment, state))},\n`;
  const skipped = state.rows.filter((row) => !isExcluded(row) && !hasJudgedAttempt(row));
  const judged = state.rows.filter((row) => !isExcluded(row) && hasJudgedAttempt(row));
  yield* renderResultList('results', judged, { state, resultsOf });
  yield* renderResultList('skipped', skipped, { state, resultsOf });
  yield* renderResultList('quarantined', state.rows.filter(isExcluded), { state, resultsOf });
  yield `  "metadata": ${indentJson(buildMetadataReport(state))}\n}\n`;
}

function hasJudgedAttempt({ attempts }: CaseRow): boolean {
  return attempts.some(({ status }) => isJudged(status));
}

type ReportedRun = { state: RunState; resultsOf: ResultReader };

function* renderResultList(
  name: string,
  rows: readonly CaseRow[],
  { state, resultsOf }: ReportedRun,
): Generator<string> {
  yield `  "${name}": [`;
  let separator = '\n    ';
  for (const { row, attempts } of readReportedCases(rows, resultsOf)) {
    const result = {
      ...buildResultReport(attempts, findSuiteLabel(state, row.suiteKey)),
      ...buildCaseHealthReport(row.standing),
    };
    yield `${separator}${indentJson(result, '    ')}`;
    separator = ',\n    ';
  }
  yield rows.length === 0 ? '],\n' : '\n  ],\n';
}

function indentJson(value: unknown, margin = '  '): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${margin}`);
}
