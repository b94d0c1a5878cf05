import {
  type CaseRow,
  type CaseWithUnusedParts,
  describeDuplicateStart,
  describeExcluded,
  findUnusedCaseParts,
  isExcluded,
  isJudgedByAccuracy,
  isJudgedByScores,
  joinSuites,
  judgeModelWords,
  type RunState,
  runDurationMs,
  totalCost,
  unreadableText,
  userModelWords,
} from '../../fold/index.ts';
import { decimalPercent, formatCost, formatDuration, jsonText, plural } from '../../values/index.ts';
import {
  bothRatesWords,
  countJudged,
  countNotPassed,
  countRunFaults,
  describeDecisions,
  isUncheckedPass,
  measuredMetrics,
  metricKindWords,
  passRate,
  type ScoreGroup,
  scoresByMetadata,
  scoresByTag,
  wordForOutcome,
} from '../../verdict/index.ts';
import { reportEnvironment } from '../json/report-environment.ts';
import { isoTime } from '../json/report-summary.ts';
import { scoreText } from '../measures.ts';
import { rateLines } from '../rate-lines.ts';
import {
  attemptsPerCase,
  countCases,
  isFailure,
  type ResultReader,
  reportedCases,
  rowStatus,
  setAsideNote,
  suiteLabel,
} from '../reported-cases.ts';
import { withCasesBelowMinAccuracyFailed } from '../with-judged-rows.ts';
import { failedCase, statusMarks } from './failed-case.ts';
import { formatTable, inlineCode, tableLines } from './markdown-text.ts';
import { caseDecisionTable, stabilityTable } from './stability-table.ts';

const VALUES = 20;

/** Returns the scores of experiments by tag and by column; empty if no case has either. */
function scoreGroupTables({ rows, options }: Pick<RunState, 'rows' | 'options'>): string {
  const tags = scoresByTag(rows);
  const columns = scoresByMetadata(rows, options?.groupBy);
  return [
    ...(tags.length === 0 ? [] : [`## Scores by tag\n\n${groupTable('Tag', tags)}`]),
    ...columns.map(
      ({ column, groups }) => `## Scores by ${inlineCode(column)}\n\n${groupTable(inlineCode(column), groups)}`,
    ),
  ].join('\n');
}

function groupTable(heading: string, groups: readonly ScoreGroup[]): string {
  const rows = groups
    .slice(0, VALUES)
    .map(({ name, passed, total }) => [
      name === '' ? '*empty*' : inlineCode(name),
      `${passed} of ${total}`,
      decimalPercent(passed / total),
    ]);
  const more = groups.length > VALUES ? `\n… ${plural(groups.length - VALUES, 'more value')}\n` : '';
  return `${formatTable([heading, 'Passed', 'Rate'], rows)}${more}`;
}

/**
 * The maximum number of failures described in full, because pull request comments are limited. Further failures are
 * only in the table.
 */
const TOLD = 50;

/** A run for people, in pieces: the verdict, the failures in full, then what passed in a folded table. */
export function* markdownReport(state: RunState, resultsOf: ResultReader): Generator<string> {
  const judged = withCasesBelowMinAccuracyFailed(state, resultsOf);
  const failing = judged.state.rows.filter(isFailure);
  const visibleCases = failing.slice(0, TOLD);
  const isTold = new Set(visibleCases);
  const others = judged.state.rows.filter((row) => !isTold.has(row));
  yield `# Agent Test Report\n\n${verdictLine(state)}\n\n## Summary\n\n${summaryTable(state)}`;
  const decisions = caseDecisionTable(state.rows);
  if (decisions !== '') yield `\n${decisions}`;
  else if (attemptsPerCase(state) > 1) yield `\n${stabilityTable(state)}`;
  const groups = scoreGroupTables(state);
  if (groups !== '') yield `\n${groups}`;
  if (visibleCases.length > 0) yield '\n## Failures\n';
  for (const reported of reportedCases(visibleCases, judged.resultsOf)) {
    const suiteKey = suiteLabel(state, reported.row.suiteKey);
    yield `\n${failedCase({ ...reported, suiteKey, state })}`;
  }
  if (failing.length > visibleCases.length) {
    yield `\n${plural(failing.length - visibleCases.length, 'more failure')} in the table below.\n`;
  }
  const unjudged = others.filter(
    (row) => isUncheckedPass(row) || row.attempts.some((attempt) => attempt.unjudged !== undefined),
  );
  if (unjudged.length > 0) yield `\n## Unchecked\n\n${unjudged.map(unjudgedLine).join('')}`;
  const inferred = state.rows.filter((row) => row.attempts.some((attempt) => attempt.inferred !== undefined));
  if (inferred.length > 0) yield `\n## Inferred rules\n\n${inferred.map(inferredRulesLine).join('')}`;
  const idle = findUnusedCaseParts(state.rows);
  if (idle.length > 0) yield `\n## Parts without effect\n\n${idle.map(unusedPartsLine).join('')}`;
  if (others.length > 0) {
    yield '\n## Results\n\n';
    yield* collapsibleCaseTable(state, others);
  }
  if (state.environment !== undefined)
    yield `\n## Environment\n\n${environmentTable(state.environment, state.options)}`;
  yield `\n## Metadata\n\n${metadataTable(state)}`;
}

function unjudgedLine(row: CaseRow): string {
  const { id, attempts } = row;
  const texts = new Set([
    ...(isUncheckedPass(row) ? ['checks nothing'] : []),
    ...attempts.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudged])),
  ]);
  return `- ${inlineCode(id)}: ${inlineCode([...texts].join('; '), 1000)}\n`;
}

function inferredRulesLine({ id, attempts }: CaseRow): string {
  const texts = new Set(attempts.flatMap(({ inferred }) => inferred ?? []));
  return `- ${inlineCode(id)}: ${inlineCode([...texts].join('; '), 1000)}\n`;
}

function unusedPartsLine({ row, parts }: CaseWithUnusedParts): string {
  return `- ${inlineCode(row.id)}: ${inlineCode(parts.join(', '), 1000)}\n`;
}

/** The verdict of a run and its counts, on one line. */
export function verdictLine(state: RunState): string {
  const counts = countCases(state.rows);
  const bad = countNotPassed(counts);
  const counting = state.rows.filter((row) => !isExcluded(row)).length;
  const setAside = describeExcluded(state.rows);
  const parts = [
    `${counts.passed} of ${plural(counting, 'case')} passed`,
    ...(['failed', 'error', 'timeout', 'skipped'] as const)
      .filter((status) => counts[status] > 0)
      .map(
        (status) => `${counts[status]} ${status === 'skipped' ? wordForOutcome(status, state).toLowerCase() : status}`,
      ),
    ...(setAside === undefined ? [] : [inlineCode(setAside, 1000)]),
  ];
  return `**${headlineText(state, bad)}** · ${parts.join(' · ')}`;
}

function headlineText({ status, exitCode, reason, rows }: RunState, bad: number): string {
  if (status === 'cancelled' || status === 'interrupted')
    return `⚠️ ${status === 'cancelled' ? 'Cancelled' : 'Interrupted'}`;
  if (rows.length === 0) return '⚠️ Nothing was run';
  if (exitCode !== 0) return '❌ Failed';
  return bad === 0 || reason === undefined ? '✅ Passed' : `✅ Passed: ${reason.replace(/: [^:]*$/, '')}`;
}

function summaryTable(state: RunState): string {
  const suite = joinSuites(state.suites);
  const counts = countCases(state.rows);
  const rate = passRate(state.counts);
  const judged = countJudged(state.counts);
  const attempts = attemptsPerCase(state);
  const rows = [
    ['Agent', inlineCode(suite.agentId)],
    ['Connector', inlineCode(state.options?.connector ?? suite.connector ?? '')],
    ['Total', String(state.rows.length)],
    ['Passed', String(counts.passed)],
    ['Failed', String(counts.failed)],
    ['Errors', String(counts.error)],
    ['Timeouts', String(counts.timeout)],
    [wordForOutcome('skipped', state), String(counts.skipped)],
    ['Excluded', inlineCode(describeExcluded(state.rows) ?? '', 1000)],
    ['Decided', describeDecisions(state.rows) ?? ''],
    ...(attempts === 1
      ? []
      : [['Attempts per case', `${state.options?.autoRuns === undefined ? '' : 'at most '}${attempts}`]]),
    [
      'Pass Rate',
      bothRatesWords(state.counts, countRunFaults(state)) ??
        (rate === null ? 'nothing was judged' : `${decimalPercent(rate)} (${state.counts.passed} of ${judged})`),
    ],
    ...rateLines(state).map(([name, value]) => [name, inlineCode(value)]),
    ...measuredMetrics(state.rows).map(({ kind, score }) => [
      metricKindWords[kind],
      score === null ? 'nothing could be scored' : decimalPercent(score),
    ]),
    ['Duration', formatDuration(runDurationMs(state))],
    ...Object.entries(state.usage).map(([role, usage]) => [
      `Usage: ${role}`,
      `${plural(usage.calls, 'call')}, ${plural(usage.inputTokens, 'token')} in, ${plural(usage.outputTokens, 'token')} out${costText(usage.cost, state, ', cost ')}`,
    ]),
    ['Cost', costText(totalCost(state.usage), state)],
    ['Queue', describeDuplicateStart(state) ?? ''],
  ];
  const always = ['Total', 'Passed'];
  return formatTable(
    ['Metric', 'Value'],
    rows.filter(([name = '', value]) => always.includes(name) || (value !== '0' && value !== '')),
  );
}

function costText(cost: number | undefined, { options }: Pick<RunState, 'options'>, before = ''): string {
  return cost === undefined ? '' : `${before}${formatCost(cost, options?.currency)}`;
}

function* collapsibleCaseTable({ rows: all, suites }: RunState, rows: readonly CaseRow[]): Generator<string> {
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
  const title = `${plural(rows.length, rows.length < all.length ? 'other case' : 'case')}`;
  yield `<details>\n<summary>${title}</summary>\n\n`;
  yield* tableLines(columns, formatCells(rows, { severalSuites, hasFigures }));
  yield '\n</details>\n';
}

type CaseTableColumns = { severalSuites: boolean; hasFigures: boolean };

function* formatCells(rows: readonly CaseRow[], { severalSuites, hasFigures }: CaseTableColumns): Generator<string[]> {
  for (const row of rows) {
    yield [
      `${markedStatus(row)}${setAsideNote(row)}`,
      ...(severalSuites ? [inlineCode(row.suiteKey)] : []),
      inlineCode(row.id),
      inlineCode(row.name ?? row.preview ?? ''),
      ...(hasFigures ? [inlineCode(formatScores(row))] : []),
      formatDuration(row.attempts.reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0)),
    ];
  }
}

function markedStatus(row: CaseRow): string {
  const status = rowStatus(row);
  return status === 'passed' && isJudgedByAccuracy(row) ? '📏 measured' : `${statusMarks[status]} ${status}`;
}

/** Returns the scores of a case: by each of its scorers, or the mean over its attempts. */
function formatScores({ attempts }: CaseRow): string {
  const [only] = attempts;
  if (attempts.length === 1 && only?.cells !== undefined && only.cells.length > 1) {
    return only.cells.map(({ metric, score }) => `${metric} ${scoreText(score)}`).join(', ');
  }
  const scores = attempts.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? '' : scoreText(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

function environmentTable(values: NonNullable<RunState['environment']>, options: RunState['options']): string {
  const judge = judgeModelWords(options) ?? '';
  const simulator = userModelWords(options) ?? '';
  const rows = Object.entries({ ...reportEnvironment(values), judge, simulator }).filter(([, value]) => value !== '');
  return formatTable(
    ['Setting', 'Value'],
    rows.map(([name, value]) => [inlineCode(name), inlineCode(jsonText(value))]),
  );
}

function metadataTable(state: RunState): string {
  const entries = [
    ['Run', state.runId],
    ['Resumes', state.options?.resume ?? ''],
    ['Started', isoTime(state.startedAt)],
    ['Completed', isoTime(state.finishedAt)],
    ['Input File', state.options?.input ?? ''],
    ['Version', state.toolVersion ?? ''],
    ['Commit', state.gitCommit ?? ''],
    ['Ended', state.reason ?? ''],
    ['Log', unreadableText(state.unreadable) ?? ''],
    ...state.warnings.map((warning) => ['Warning', warning]),
  ];
  return entries
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `- **${name}:** ${inlineCode(value)}\n`)
    .join('');
}
