import type { CaseResult } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { toJsonText } from '../../values/index.ts';
import { countJudged } from '../../verdict/index.ts';
import { shortenText, stripControlCharacters } from '../console/shorten-text.ts';
import type { StyleText } from '../console/style-text.ts';
import { listUsageFacts } from '../console/usage-facts.ts';
import { listRateLines } from '../rate-lines.ts';
import type { ExperimentRow } from './experiment-rows.ts';
import type { ExperimentShare, ExperimentTotals } from './experiment-totals.ts';

const DOUBLE_RULE = '═'.repeat(80);
const SINGLE_RULE = '─'.repeat(80);
const MAX_REASON_LENGTH = 300;
const MAX_SHOWN_VALUES = 20;

export type ExperimentHeading = {
  scorers: readonly string[];
  agent: string | undefined;
  total: number;
  disabled: number;
};

export function formatHeadingLines({ scorers, agent, total, disabled }: ExperimentHeading): string[] {
  const disabledNote = disabled === 0 ? '' : ` (${disabled} disabled)`;
  return [
    DOUBLE_RULE,
    `🧪 Running Experiment Tests: ${scorers.join(', ')}`,
    DOUBLE_RULE,
    '',
    `📋 Loaded ${total} test ${total === 1 ? 'case' : 'cases'}${disabledNote}`,
    ...(agent === undefined ? [] : [`🤖 Agent: ${agent}`]),
    '',
    '🚀 Running experiments...',
    '',
  ];
}

export type ResultBlock = {
  /** The position of the case among all finished cases; `total` is the total number of cases. */
  position: number;
  total: number;
  result: CaseResult;
  rows: readonly ExperimentRow[];
  /** The lines that were logged during the attempt of the case. */
  logs: readonly string[];
};

type ResultTextOptions = {
  paint: StyleText;
  verbose: boolean;
  /** True if the results of several scorers are shown, so that each line names its scorer. */
  named: boolean;
};

/** Returns one finished case with a line for every scorer. */
export function formatResultBlockLines(
  { position, total, result, rows, logs }: ResultBlock,
  style: ResultTextOptions,
): string[] {
  const [first] = rows;
  const run = first?.attempt === undefined ? '' : ` (run ${first.attempt})`;
  const description = shortenText(first?.description ?? '', MAX_REASON_LENGTH);
  return [
    `Testing [${position}/${total}]: ${shortenText(result.id, MAX_REASON_LENGTH)}${run}`,
    ...(description === '' ? [] : [`  ${description}`]),
    ...logs.map((line) => `  │ ${line}`),
    ...(style.verbose && result.output !== undefined ? indentLabelledText('Output', toJsonText(result.output)) : []),
    ...rows.flatMap((row) => formatScoreLines(row, style)),
    ...(result.warnings ?? []).map((warning) => `  ⚠ ${shortenText(warning, MAX_REASON_LENGTH)}`),
    '',
  ];
}

function formatScoreLines(row: ExperimentRow, { paint, verbose, named }: ResultTextOptions): string[] {
  const scorer = named ? ` ${shortenText(row.scorer, MAX_REASON_LENGTH)}` : '';
  const { score, reason = '' } = row;
  if (row.notScorable === true)
    return [`  ${paint('yellow', '⚪ SKIP')}${scorer}: ${shortenText(reason, MAX_REASON_LENGTH)}`];
  if (score === null)
    return [
      `  ${paint('magenta', '❌ ERROR')}${scorer}: ${shortenText(reason.replace(/^Error: /, ''), MAX_REASON_LENGTH)}`,
    ];
  const verdict = row.passed ? paint('green', '✅ PASS') : paint('red', '❌ FAIL');
  return [
    `  ${verdict}${scorer} Score: ${score.toFixed(3)} (expected: ${row.expectedRange})`,
    ...formatReasonLines(reason, verbose),
  ];
}

function formatReasonLines(reason: string, verbose: boolean): string[] {
  if (reason === '') return [];
  return verbose ? indentLabelledText('Reason', reason) : [`  Reason: ${shortenText(reason, MAX_REASON_LENGTH)}`];
}

function indentLabelledText(label: string, text: string): string[] {
  const [first = '', ...others] = stripControlCharacters(text).trimEnd().split('\n');
  return [`  ${label}: ${first}`, ...others.map((line) => `    ${line}`)];
}

/**
 * Returns the lines at the end of the run: the counts of all rows, their confidence, changes, results by tag and by
 * metadata, and usage.
 */
export function formatSummaryLines(totals: ExperimentTotals, state: RunState): string[] {
  const { skipped } = state.counts;
  const { totalTests, passed, failed, successRate, byTag, byMetadata } = totals.summarizeRows(state.options?.groupBy);
  const scorers = totals.scorers();
  const tags = formatShareLines(byTag);
  const metadata = Object.entries(byMetadata).flatMap(([column, shares]) => [
    `${shortenText(column, MAX_REASON_LENGTH)}:`,
    ...formatShareLines(shares, '  '),
  ]);
  return [
    ...formatBoxedTitle(DOUBLE_RULE, 'TEST SUMMARY'),
    `Total: ${totalTests}`,
    `Passed: ${passed}`,
    `Failed: ${failed}`,
    ...(skipped === 0 ? [] : [`Skipped: ${skipped}`]),
    ...(totalTests === 0 ? [] : [`Success Rate: ${successRate.toFixed(1)}%`]),
    ...formatRateAndChangeLines(state, totalTests),
    ...listUsageFacts(state).map(([name, value]) => `${name === '' ? '      ' : `${name}:`} ${value}`),
    '',
    ...(scorers.length > 1
      ? [...formatBoxedTitle(SINGLE_RULE, 'RESULTS BY SCORER'), ...scorers.map(formatScorerLine), '']
      : []),
    ...(tags.length === 0 ? [] : [...formatBoxedTitle(SINGLE_RULE, 'RESULTS BY TAG'), ...tags, '']),
    ...(metadata.length === 0 ? [] : [...formatBoxedTitle(SINGLE_RULE, 'RESULTS BY METADATA'), ...metadata, '']),
  ];
}

/**
 * Returns the lines about the pass rate and its change. If cases have several scorers, these lines count cases while
 * the lines above count rows, so only the changes are printed.
 */
function formatRateAndChangeLines(state: RunState, rows: number): string[] {
  const isOfRows = countJudged(state.counts) === rows;
  return listRateLines(state)
    .filter(([name]) => isOfRows || changeLineNames.has(name))
    .map(([name, value]) => `${name}: ${stripControlCharacters(value)}`);
}

const changeLineNames: ReadonlySet<string> = new Set(['Baseline', 'Newly failing', 'New failures']);

function formatBoxedTitle(line: string, title: string): string[] {
  return [line, title, line];
}

/** A column whose value is different in every row groups nothing, so only its first values are shown. */
function formatShareLines(shares: Record<string, ExperimentShare>, indent = ''): string[] {
  const all = Object.entries(shares);
  const visibleShares = all.slice(0, MAX_SHOWN_VALUES).map(([name, { passed, total, rate }]) => {
    return `${indent}${name === '' ? '(empty)' : shortenText(name, MAX_REASON_LENGTH)}: ${passed}/${total} (${rate}%)`;
  });
  return all.length > MAX_SHOWN_VALUES
    ? [...visibleShares, `${indent}… and ${all.length - MAX_SHOWN_VALUES} more`]
    : visibleShares;
}

function formatScorerLine({ scorer, passed, total, average }: ReturnType<ExperimentTotals['scorers']>[number]): string {
  const rate = ((passed / total) * 100).toFixed(1);
  const mean = average === null ? 'no score' : `average score ${average.toFixed(3)}`;
  return `${shortenText(scorer, MAX_REASON_LENGTH)}: ${passed}/${total} (${rate}%), ${mean}`;
}

type EndingLineOptions = { state: RunState; failed: number; outputs: readonly string[]; paint: StyleText };

/** Returns the paths of the results, and the verdict. */
export function formatEndingLines({ state, failed, outputs, paint }: EndingLineOptions): string[] {
  return [
    ...outputs.map((file) => `💾 Results saved to: ${file}`),
    ...(outputs.length === 0 ? [] : ['']),
    formatVerdictLine(state, failed, paint),
  ];
}

export function formatVerdictLine({ status, reason = '' }: RunState, failed: number, paint: StyleText): string {
  if (status === 'cancelled') return paint('yellow', '⏹ Run cancelled');
  if (status === 'passed' && failed === 0) return paint('green', '✅ All tests passed!');
  if (status === 'passed') return paint('green', `✅ Passed: ${reason}`);
  if (failed > 0) return paint('red', `❌ ${failed} test(s) failed`);
  return paint('red', `❌ ${reason}`);
}
