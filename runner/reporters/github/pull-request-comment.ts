import type { CaseResult } from '../../contract/index.ts';
import { computeTotalCost, isFailing, type RunState } from '../../fold/index.ts';
import { formatCost, formatCountWithNoun, formatDecimalPercent } from '../../values/index.ts';
import {
  type CaseComparison,
  computePassRate,
  computePassRateInterval,
  computeRateChange,
  countJudged,
  countJudgedTrials,
  countRunFaults,
  describeRateChange,
  formatBothRates,
  isRegression,
  type RunComparison,
} from '../../verdict/index.ts';
import { describeComparisonVerdict } from '../comparison/comparison-markdown.ts';
import { formatStatusWithCounts } from '../comparison/comparison-text.ts';
import { shortenText } from '../console/shorten-text.ts';
import { formatDiagnosisLines } from '../diagnosis-lines.ts';
import { INDEX_FILE, toCaseFileName, toFileUrl, toTrendsFileName } from '../html/page-addresses.ts';
import { formatVerdictLine } from '../markdown/markdown-report.ts';
import { formatCodeSpan, formatFencedValue, formatTable } from '../markdown/markdown-text.ts';
import { isFailedAndCounted, type ReportedCase, type ResultReader, readReportedCases } from '../reported-cases.ts';

/** The maximum number of characters of the comment; GitHub rejects comments above 65,536 characters. */
const MAX_COMMENT_LENGTH = 60_000;
const MAX_LISTED_CASES = 20;
const MAX_EXPLAINED_FAILURES = 10;
const MAX_LINKED_SUITES = 5;
/** The maximum number of characters of an answer in the comment; the report contains the whole answer. */
const MAX_ANSWER_LENGTH = 1_500;

export type LinkInComment = { text: string; url: string };

export type RunForComment = {
  state: RunState;
  resultsOf: ResultReader;
  /** The comparison with the run of the base branch, and the name of that branch. */
  compared: { comparison: RunComparison; branch: string } | undefined;
  links: readonly LinkInComment[];
  /** The URL at which the report folder of this repository is published, with a slash at the end. */
  site?: string | undefined;
};

/**
 * Writes the comment with what a reviewer needs to know of a run: the verdict, what changed, how certain that is, what
 * the run cost, and why cases failed. Texts of agents and of cases are shown as code, so that nobody is mentioned in
 * them, and nothing is linked or loaded.
 */
export function formatPullRequestComment({ state, resultsOf, compared, links, site }: RunForComment): string {
  const head = [
    `### ${formatVerdictLine(state)}\n`,
    compared === undefined ? '' : describeComparisonChanges(compared.comparison),
    formatReasonLine(state),
    formatFiguresTable(state, compared),
    ...(compared === undefined ? [] : formatChangeLists(compared.comparison)),
  ];
  const foot = formatLinksLine([...links, ...buildSiteLinks(state, site)]);
  return joinWithinCommentLimit(
    [...head.filter((part) => part !== ''), ...formatFailureExplanations({ state, resultsOf, site })],
    foot,
  );
}

/** Returns the comment on a run that did not take place. */
export function formatMissingRunComment(exitCode: number, output: string, links: readonly LinkInComment[]): string {
  const last = output.trim().split('\n').slice(-20).join('\n');
  return [
    `### ❌ Nothing was run: turntree ended with exit code ${exitCode}\n`,
    ...(last === '' ? [] : [formatFencedValue(last)]),
    formatLinksLine(links),
  ].join('\n');
}

function describeComparisonChanges(comparison: RunComparison): string {
  const { counts, regressed } = comparison;
  const failing = comparison.cases.filter(isNewAndFailing).length;
  const parts = [
    describeComparisonVerdict(isRegression(computeRateChange(comparison)), regressed),
    ...(failing === 0 ? [] : [`${formatCountWithNoun(failing, 'new case')} failed`]),
    `${counts.fixed} fixed`,
    `${counts.same} same`,
  ];
  return `**${parts[0]}** · ${parts.slice(1).join(' · ')}\n`;
}

/** Often the headline already contains the reason, such as `1 failed`; then the reason is not repeated. */
function formatReasonLine(state: RunState): string {
  const { reason, exitCode } = state;
  if (reason === undefined || exitCode === 0 || formatVerdictLine(state).includes(reason)) return '';
  return `Reason: ${formatCodeSpan(reason, 500)}\n`;
}

function formatFiguresTable(state: RunState, compared: RunForComment['compared']): string {
  const { counts, usage } = state;
  const trials = countJudgedTrials(state);
  const rate = computePassRate(counts);
  const judged = countJudged(counts);
  const plain = rate === null ? 'nothing was judged' : `${formatDecimalPercent(rate)} (${counts.passed} of ${judged})`;
  const { low, high } = computePassRateInterval(trials);
  const band =
    trials.length === 0
      ? ''
      : `, likely ${formatDecimalPercent(low)} to ${formatDecimalPercent(high)} (95% confidence)`;
  const cost = computeTotalCost(usage);
  const rows = [
    ['Pass rate', `${formatBothRates(counts, countRunFaults(state)) ?? plain}${band}`],
    ...(compared === undefined
      ? []
      : [[`Since ${formatCodeSpan(compared.branch)}`, describeRateChange(computeRateChange(compared.comparison))]]),
    ...(cost === undefined ? [] : [['Cost', formatCost(cost, state.options?.currency)]]),
  ];
  return formatTable(['Measure', 'This run'], rows);
}

function formatChangeLists({ cases }: RunComparison): string[] {
  const lists: [string, (entry: CaseComparison) => boolean][] = [
    ['New failures, by more than chance', ({ change }) => change === 'newly_failing'],
    ['Perhaps chance: better last time', ({ change, regressed }) => regressed && change !== 'newly_failing'],
    ['New cases that failed', isNewAndFailing],
    ['Fixed', ({ change }) => change === 'fixed'],
  ];
  return lists.flatMap(([title, belongs]) => {
    const entries = cases.filter(belongs);
    if (entries.length === 0) return [];
    const lines = entries.slice(0, MAX_LISTED_CASES).map((entry) => `- ${formatChangedCaseLine(entry)}\n`);
    const more = entries.length > MAX_LISTED_CASES ? `- ${entries.length - MAX_LISTED_CASES} more in the report\n` : '';
    return [`**${title} (${entries.length})**\n\n${lines.join('')}${more}`];
  });
}

function isNewAndFailing({ change, after }: CaseComparison): boolean {
  return change === 'added' && after !== undefined && isFailing(after.status);
}

function formatChangedCaseLine({ id, name, edited, before, after }: CaseComparison): string {
  const title = name === undefined || name === id ? '' : ` ${formatCodeSpan(name)}`;
  const was = before === undefined ? '' : `${formatStatusWithCounts(before)} → `;
  return `${formatCodeSpan(id)}${title}: ${was}${formatStatusWithCounts(after)}${edited ? ' (edited)' : ''}`;
}

type FailureExplanationSource = Pick<RunForComment, 'state' | 'resultsOf' | 'site'>;

function* formatFailureExplanations({ state, resultsOf, site }: FailureExplanationSource): Generator<string> {
  const failing = state.rows.filter(isFailedAndCounted);
  for (const reported of readReportedCases(failing.slice(0, MAX_EXPLAINED_FAILURES), resultsOf))
    yield formatFailureExplanation(reported, { state, site });
  if (failing.length > MAX_EXPLAINED_FAILURES)
    yield `${formatCountWithNoun(failing.length - MAX_EXPLAINED_FAILURES, 'more failure')} in the report.\n`;
}

function formatFailureExplanation(
  { row, status, attempts }: ReportedCase,
  { state, site }: Omit<FailureExplanationSource, 'resultsOf'>,
): string {
  const bad = attempts.find((attempt) => isFailing(attempt.status)) ?? attempts[0];
  const why = formatDiagnosisLines(bad, row, state);
  const ending = bad.error ?? bad.reason;
  const lines = ending === undefined || why.some((line) => line.includes(ending)) ? why : [...why, ending];
  const answer = findLastAnswer(bad);
  const parts = [
    ...(lines.length === 0 ? [] : [formatFencedValue(shortenForComment(lines.join('\n')))]),
    ...(site === undefined ? [] : [`[The conversation](${site}${toFileUrl(toCaseFileName(row))})\n`]),
    ...(answer === undefined ? [] : [`The last answer:\n\n${formatFencedValue(shortenForComment(answer))}`]),
  ];
  return `<details>\n<summary>${status}: ${formatSummaryElement(row.id)}</summary>\n\n${parts.join('\n')}\n</details>\n`;
}

/** Links to the pages of the run and of its suites; their URLs are the same for every run. */
function buildSiteLinks({ suites }: RunState, site: string | undefined): LinkInComment[] {
  if (site === undefined) return [];
  const trends = suites.slice(0, MAX_LINKED_SUITES).map(({ key }, index) => {
    const number = suites.length === 1 ? '' : ` ${index + 1}`;
    return { text: `Trends${number}`, url: `${site}${toFileUrl(toTrendsFileName(key))}` };
  });
  return [{ text: 'All cases', url: `${site}${INDEX_FILE}` }, ...trends];
}

function findLastAnswer({ turns = [], output }: CaseResult): string | undefined {
  const text = turns.findLast(({ response }) => response?.content)?.response?.content;
  if (text !== undefined) return text;
  return typeof output === 'string' && output !== '' ? output : undefined;
}

function shortenForComment(text: string): string {
  return text.length <= MAX_ANSWER_LENGTH ? text : `${text.slice(0, MAX_ANSWER_LENGTH).toWellFormed()}…`;
}

/** The `<summary>` element is HTML, so its text is escaped as HTML and not as Markdown. */
function formatSummaryElement(text: string): string {
  const line = shortenText(text, 200).replaceAll(/[^\w ,-]/gu, (character) => `&#${character.codePointAt(0)};`);
  return `<code>${line}</code>`;
}

function formatLinksLine(links: readonly LinkInComment[]): string {
  return `${links.map(({ text, url }) => `[${text}](${url})`).join(' · ')}\n`;
}

function joinWithinCommentLimit(parts: Iterable<string>, foot: string): string {
  const lines: string[] = [];
  let room = MAX_COMMENT_LENGTH - foot.length;
  for (const part of parts) {
    room -= part.length + 1;
    if (room < 0) return [...lines, 'More is in the report.\n', foot].join('\n');
    lines.push(part);
  }
  return [...lines, foot].join('\n');
}
