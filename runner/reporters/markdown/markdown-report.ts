import {
  type CaseRow,
  computeRunDurationMs,
  computeTotalCost,
  describeDuplicateStart,
  describeExcluded,
  formatJudgeModels,
  formatUnreadableEvents,
  formatUserModels,
  isExcluded,
  isJudgedByAccuracy,
  isJudgedByScores,
  joinSuites,
  type RunState,
} from '../../fold/index.ts';
import {
  formatCost,
  formatCountWithNoun,
  formatDecimalPercent,
  formatDuration,
  toJsonText,
} from '../../values/index.ts';
import {
  computePassRate,
  countJudged,
  countNotPassed,
  countRunFaults,
  describeDecisions,
  formatBothRates,
  formatOutcomeWord,
  groupScoresByMetadata,
  groupScoresByTag,
  listMeasuredMetrics,
  metricTitleByKind,
  type ScoreGroup,
} from '../../verdict/index.ts';
import { failCasesBelowMinAccuracy } from '../fail-below-min-accuracy.ts';
import { buildEnvironmentReport } from '../json/report-environment.ts';
import { toIsoTime } from '../json/report-summary.ts';
import { formatScoreValue } from '../measures.ts';
import { listRateLines } from '../rate-lines.ts';
import {
  countCases,
  findSuiteLabel,
  formatSetAsideSuffix,
  getAttemptsPerCase,
  getRowStatus,
  isFailedAndCounted,
  type ResultReader,
  readReportedCases,
} from '../reported-cases.ts';
import { formatFailedCase, statusMarks } from './failed-case.ts';
import { formatFindingSections } from './finding-sections.ts';
import { formatInlineCode, formatTable, formatTableLines } from './markdown-text.ts';
import { formatCaseDecisionTable, formatStabilityTable } from './stability-table.ts';

const MAX_GROUP_ROWS = 20;

/** Returns the scores of experiments by tag and by column; empty if no case has either. */
function formatScoreGroupTables({ rows, options }: Pick<RunState, 'rows' | 'options'>): string {
  const tags = groupScoresByTag(rows);
  const columns = groupScoresByMetadata(rows, options?.groupBy);
  return [
    ...(tags.length === 0 ? [] : [`## Scores by tag\n\n${formatScoreGroupTable('Tag', tags)}`]),
    ...columns.map(
      ({ column, groups }) =>
        `## Scores by ${formatInlineCode(column)}\n\n${formatScoreGroupTable(formatInlineCode(column), groups)}`,
    ),
  ].join('\n');
}

function formatScoreGroupTable(heading: string, groups: readonly ScoreGroup[]): string {
  const rows = groups
    .slice(0, MAX_GROUP_ROWS)
    .map(({ name, passed, total }) => [
      name === '' ? '*empty*' : formatInlineCode(name),
      `${passed} of ${total}`,
      formatDecimalPercent(passed / total),
    ]);
  const more =
    groups.length > MAX_GROUP_ROWS ? `\n… ${formatCountWithNoun(groups.length - MAX_GROUP_ROWS, 'more value')}\n` : '';
  return `${formatTable([heading, 'Passed', 'Rate'], rows)}${more}`;
}

/**
 * The maximum number of failures described in full, because pull request comments are limited. Further failures are
 * only in the table.
 */
const MAX_DETAILED_CASES = 50;

/**
 * Yields a run as a document for people, in pieces: the verdict, the failures in full, then the passed cases in a
 * collapsed table.
 */
export function* formatMarkdownReport(state: RunState, resultsOf: ResultReader): Generator<string> {
  const judged = failCasesBelowMinAccuracy(state, resultsOf);
  const failing = judged.state.rows.filter(isFailedAndCounted);
  const visibleCases = failing.slice(0, MAX_DETAILED_CASES);
  const detailedCases = new Set(visibleCases);
  const others = judged.state.rows.filter((row) => !detailedCases.has(row));
  yield `# Agent Test Report\n\n${formatVerdictLine(state)}\n\n## Summary\n\n${formatSummaryTable(state)}`;
  const decisions = formatCaseDecisionTable(state.rows);
  if (decisions !== '') yield `\n${decisions}`;
  else if (getAttemptsPerCase(state) > 1) yield `\n${formatStabilityTable(state)}`;
  const groups = formatScoreGroupTables(state);
  if (groups !== '') yield `\n${groups}`;
  if (visibleCases.length > 0) yield '\n## Failures\n';
  for (const reported of readReportedCases(visibleCases, judged.resultsOf)) {
    const suiteKey = findSuiteLabel(state, reported.row.suiteKey);
    yield `\n${formatFailedCase({ ...reported, suiteKey, state })}`;
  }
  if (failing.length > visibleCases.length) {
    yield `\n${formatCountWithNoun(failing.length - visibleCases.length, 'more failure')} in the table below.\n`;
  }
  yield* formatFindingSections(state, others);
  if (others.length > 0) {
    yield '\n## Results\n\n';
    yield* formatCollapsibleCaseTable(state, others);
  }
  if (state.environment !== undefined)
    yield `\n## Environment\n\n${formatEnvironmentTable(state.environment, state.options)}`;
  yield `\n## Metadata\n\n${formatMetadataTable(state)}`;
}

/** Returns the verdict of a run and its counts, on one line. */
export function formatVerdictLine(state: RunState): string {
  const counts = countCases(state.rows);
  const bad = countNotPassed(counts);
  const counting = state.rows.filter((row) => !isExcluded(row)).length;
  const setAside = describeExcluded(state.rows);
  const parts = [
    `${counts.passed} of ${formatCountWithNoun(counting, 'case')} passed`,
    ...(['failed', 'error', 'timeout', 'skipped'] as const)
      .filter((status) => counts[status] > 0)
      .map(
        (status) =>
          `${counts[status]} ${status === 'skipped' ? formatOutcomeWord(status, state).toLowerCase() : status}`,
      ),
    ...(setAside === undefined ? [] : [formatInlineCode(setAside, 1000)]),
  ];
  return `**${formatHeadline(state, bad)}** · ${parts.join(' · ')}`;
}

function formatHeadline({ status, exitCode, reason, rows }: RunState, bad: number): string {
  if (status === 'cancelled' || status === 'interrupted')
    return `⚠️ ${status === 'cancelled' ? 'Cancelled' : 'Interrupted'}`;
  if (rows.length === 0) return '⚠️ Nothing was run';
  if (exitCode !== 0) return '❌ Failed';
  return bad === 0 || reason === undefined ? '✅ Passed' : `✅ Passed: ${reason.replace(/: [^:]*$/, '')}`;
}

function formatSummaryTable(state: RunState): string {
  const suite = joinSuites(state.suites);
  const counts = countCases(state.rows);
  const rate = computePassRate(state.counts);
  const judged = countJudged(state.counts);
  const attempts = getAttemptsPerCase(state);
  const rows = [
    ['Agent', formatInlineCode(suite.agentId)],
    ['Connector', formatInlineCode(state.options?.connector ?? suite.connector ?? '')],
    ['Total', String(state.rows.length)],
    ['Passed', String(counts.passed)],
    ['Failed', String(counts.failed)],
    ['Errors', String(counts.error)],
    ['Timeouts', String(counts.timeout)],
    [formatOutcomeWord('skipped', state), String(counts.skipped)],
    ['Excluded', formatInlineCode(describeExcluded(state.rows) ?? '', 1000)],
    ['Decided', describeDecisions(state.rows) ?? ''],
    ...(attempts === 1
      ? []
      : [['Attempts per case', `${state.options?.autoRuns === undefined ? '' : 'at most '}${attempts}`]]),
    [
      'Pass Rate',
      formatBothRates(state.counts, countRunFaults(state)) ??
        (rate === null ? 'nothing was judged' : `${formatDecimalPercent(rate)} (${state.counts.passed} of ${judged})`),
    ],
    ...listRateLines(state).map(([name, value]) => [name, formatInlineCode(value)]),
    ...listMeasuredMetrics(state.rows).map(({ kind, score }) => [
      metricTitleByKind[kind],
      score === null ? 'nothing could be scored' : formatDecimalPercent(score),
    ]),
    ['Duration', formatDuration(computeRunDurationMs(state))],
    ...Object.entries(state.usage).map(([role, usage]) => [
      `Usage: ${role}`,
      `${formatCountWithNoun(usage.calls, 'call')}, ${formatCountWithNoun(usage.inputTokens, 'token')} in, ${formatCountWithNoun(usage.outputTokens, 'token')} out${describeCost(usage.cost, state, ', cost ')}`,
    ]),
    ['Cost', describeCost(computeTotalCost(state.usage), state)],
    ['Queue', describeDuplicateStart(state) ?? ''],
  ];
  const always = ['Total', 'Passed'];
  return formatTable(
    ['Metric', 'Value'],
    rows.filter(([name = '', value]) => always.includes(name) || (value !== '0' && value !== '')),
  );
}

function describeCost(cost: number | undefined, { options }: Pick<RunState, 'options'>, before = ''): string {
  return cost === undefined ? '' : `${before}${formatCost(cost, options?.currency)}`;
}

function* formatCollapsibleCaseTable({ rows: all, suites }: RunState, rows: readonly CaseRow[]): Generator<string> {
  const severalSuites = suites.length > 1;
  const hasFigures = rows.some((row) => isJudgedByAccuracy(row) || isJudgedByScores(row));
  const columns = [
    'Status',
    ...(severalSuites ? ['Suite'] : []),
    'Case',
    'Name',
    ...(hasFigures ? ['Score'] : []),
    'Duration',
  ];
  const title = `${formatCountWithNoun(rows.length, rows.length < all.length ? 'other case' : 'case')}`;
  yield `<details>\n<summary>${title}</summary>\n\n`;
  yield* formatTableLines(columns, formatCaseTableCells(rows, { severalSuites, hasFigures }));
  yield '\n</details>\n';
}

type CaseTableColumns = { severalSuites: boolean; hasFigures: boolean };

function* formatCaseTableCells(
  rows: readonly CaseRow[],
  { severalSuites, hasFigures }: CaseTableColumns,
): Generator<string[]> {
  for (const row of rows) {
    yield [
      `${formatStatusWithMark(row)}${formatSetAsideSuffix(row)}`,
      ...(severalSuites ? [formatInlineCode(row.suiteKey)] : []),
      formatInlineCode(row.id),
      formatInlineCode(row.name ?? row.preview ?? ''),
      ...(hasFigures ? [formatInlineCode(formatScoresOfCase(row))] : []),
      formatDuration(row.attempts.reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0)),
    ];
  }
}

function formatStatusWithMark(row: CaseRow): string {
  const status = getRowStatus(row);
  return status === 'passed' && isJudgedByAccuracy(row) ? '📏 measured' : `${statusMarks[status]} ${status}`;
}

/** Returns the scores of a case: by each of its scorers, or the mean over its attempts. */
function formatScoresOfCase({ attempts }: CaseRow): string {
  const [only] = attempts;
  if (attempts.length === 1 && only?.cells !== undefined && only.cells.length > 1) {
    return only.cells.map(({ metric, score }) => `${metric} ${formatScoreValue(score)}`).join(', ');
  }
  const scores = attempts.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? '' : formatScoreValue(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

function formatEnvironmentTable(values: NonNullable<RunState['environment']>, options: RunState['options']): string {
  const judge = formatJudgeModels(options) ?? '';
  const simulator = formatUserModels(options) ?? '';
  const rows = Object.entries({ ...buildEnvironmentReport(values), judge, simulator }).filter(
    ([, value]) => value !== '',
  );
  return formatTable(
    ['Setting', 'Value'],
    rows.map(([name, value]) => [formatInlineCode(name), formatInlineCode(toJsonText(value))]),
  );
}

function formatMetadataTable(state: RunState): string {
  const entries = [
    ['Run', state.runId],
    ['Resumes', state.options?.resume ?? ''],
    ['Started', toIsoTime(state.startedAt)],
    ['Completed', toIsoTime(state.finishedAt)],
    ['Input File', state.options?.input ?? ''],
    ['Version', state.toolVersion ?? ''],
    ['Commit', state.gitCommit ?? ''],
    ['Ended', state.reason ?? ''],
    ['Log', formatUnreadableEvents(state.unreadable) ?? ''],
  ];
  return entries
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `- **${name}:** ${formatInlineCode(value)}\n`)
    .join('');
}
